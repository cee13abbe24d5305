import { setImmediate } from 'node:timers/promises'
import { log } from '@/lib/log'
import type { World } from '@/lib/server/world'
import { classifyWaiting } from './classify'

/** `wake`: something was stored. `stop` resolves once no run is under way, and none begins after it. */
export type Classifier = { wake(): void; stop(): Promise<void> }

/** So soon is taken up what another instance stored, or what was left when the database was away. */
const LOOK_EVERY_MS = 5_000

/** Classifies what is stored, soon after it was: one run at a time, and one more for all that came meanwhile. */
export function startClassifier(world: World): Classifier {
  let running: Promise<void> | null = null
  let isWoken = false
  let isStopped = false

  const run = async () => {
    while (isWoken && !isStopped) {
      isWoken = false
      try {
        // A burst is a transaction; in between the embedded database answers others.
        while (!isStopped && (await classifyWaiting(world)) > 0) await setImmediate()
      } catch (error) {
        log.error({ err: error }, 'callbacks could not be classified, and are tried again later')
      }
    }
    running = null
  }
  const wake = () => {
    isWoken = true
    if (!isStopped) running ??= run()
  }
  const timer = setInterval(wake, LOOK_EVERY_MS).unref()
  return {
    wake,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
