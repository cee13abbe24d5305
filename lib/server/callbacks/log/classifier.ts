import { setTimeout } from 'node:timers/promises'
import { desc } from 'drizzle-orm'
import { callbackDeliveries } from '@/lib/db/schema/callbacks'
import { log } from '@/lib/log'
import type { Services } from '@/lib/server/services'
import { classifyWaiting } from './classify'

/** `wake`: something was stored. `stop` resolves once no run is in progress, and none starts afterward. */
type Classifier = { wake(): void; stop(): Promise<void> }

/** How soon to pick up what another instance stored, or what remained while the database was down. */
const LOOK_EVERY_MS = 1_000

/**
 * While callbacks are still arriving, the pause after a burst is this many times as long as the burst took: each
 * burst takes processor and disk time from the callbacks that wait for their acknowledgment.
 */
const REST = 3
/** Callbacks count as still arriving if the last one is no older than this: a receiver in another process cannot wake us. */
const COMING_IN_MS = 1_000

/** Classifies deliveries soon after they are stored: one run at a time, and one more for everything that came meanwhile. */
export function startClassifier(services: Services): Classifier {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | null = null
  let isWoken = false

  const run = async () => {
    while (isWoken && !signal.aborted) {
      isWoken = false
      try {
        await classifyAll()
      } catch (error) {
        log.error({ err: error }, 'callbacks could not be classified and are retried later')
      }
    }
    running = null
  }
  const classifyAll = async () => {
    while (!signal.aborted) {
      const beganAt = performance.now()
      if ((await classifyWaiting(services)) === 0) return
      const tookMs = performance.now() - beganAt
      const restMs = isWoken || (await isComingIn(services)) ? REST * tookMs : 0
      isWoken = false
      await setTimeout(restMs, undefined, { signal }).catch(() => {})
    }
  }
  const wake = () => {
    isWoken = true
    if (!signal.aborted) running ??= run()
  }
  const timer = setInterval(wake, LOOK_EVERY_MS).unref()
  return {
    wake,
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}

async function isComingIn({ db, now }: Services): Promise<boolean> {
  const [last] = await db
    .select({ at: callbackDeliveries.receivedAt })
    .from(callbackDeliveries)
    .orderBy(desc(callbackDeliveries.n))
    .limit(1)
  return last !== undefined && now().getTime() - last.at.getTime() < COMING_IN_MS
}
