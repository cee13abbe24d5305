import { setTimeout } from 'node:timers/promises'
import { log } from '@/lib/log'

const FOR_MS = 30_000

/**
 * Runs again what failed, with growing pauses, for half a minute: for the one moment when something is
 * known here and nowhere else. `isFinal` tells the errors that trying again cannot mend.
 */
export async function retryUntilStored<T>(
  run: () => Promise<T>,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<T> {
  const until = performance.now() + FOR_MS
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, 4_000)) {
    try {
      return await run()
    } catch (error) {
      if (isFinal(error) || performance.now() > until) throw error
      log.warn({ err: error }, 'storing failed, and is tried again')
      await setTimeout(pauseMs)
    }
  }
}
