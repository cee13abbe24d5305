import { log } from '@/lib/log'

const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000

/** `stop` ends the pauses, and waits for a run that is under way. */
export type RetriedTask = { stop(): Promise<void> }

/**
 * Runs a task until it succeeds once. After a failure it waits a minute, then twice as long each time, up to an hour.
 */
export function keepTrying(what: string, run: () => Promise<unknown>): RetriedTask {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isStopped = false
  const attempt = (pauseMs: number) => {
    running = run().then(
      () => {},
      (error: unknown) => {
        if (isStopped) return log.error({ err: error }, `${what} failed`)
        log.error({ err: error, againInMs: pauseMs }, `${what} failed, and is tried again`)
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
