import { log } from '@/lib/log'

const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000

/** Work that goes on beside everything else. `stop` ends the pauses, and waits for a run that is under way. */
export type Effort = { stop(): Promise<void> }

/**
 * Runs work once it can be done, such as what an upgrade has to do to stored rows: what failed is tried again, with
 * pauses that double from a minute up to an hour, so that it needs no restart.
 */
export function keepTrying(what: string, run: () => Promise<unknown>): Effort {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isStopped = false
  const attempt = (pauseMs: number) => {
    running = run().then(
      () => {},
      (error: unknown) => {
        log.error({ err: error, againInMs: pauseMs }, `${what} failed, and is tried again`)
        if (!isStopped)
          timer = setTimeout(() => attempt(Math.min(pauseMs * 2, LONGEST_PAUSE_MS)), pauseMs).unref()
      },
    )
  }
  attempt(FIRST_PAUSE_MS)
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}
