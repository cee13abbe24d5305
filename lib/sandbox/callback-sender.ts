import { channel } from 'node:diagnostics_channel'
import type { Db } from '@/lib/db/client'
import { postCallback } from './callback-post'
import { type Claim, claimDueCallbacks, recordAttempt, returnClaim } from './callbacks'
import { logFailure } from './failure-log'

export type CallbackSender = {
  /** Starts nothing new, gives running attempts a moment, then aborts them. After that the database may close. */
  stop(): Promise<void>
}

type SenderOptions = {
  db: Db
  /** The sandbox's own address: events to its own origin go to the desk's receiver. */
  baseUrl: string
  now: () => Date
  deadlineMs?: number
}

/** Concurrent posts. */
const AT_ONCE = 16
const DEADLINE_MS = 10_000
export const LOOK_EVERY_MS = 500
/** While the database is down, poll it and log the error less often. */
const LOOK_AFTER_ERROR_MS = 5_000
const GRACE_MS = 2_000

/** Next bundles the sender and the route that queues events separately; a Node diagnostics channel spans the whole process. */
const queued = channel('payfac-desk.sandbox.callbacks')

/** Tells the sender that an event may be due. Call it after the event's transaction has committed. */
export const wakeCallbackSender = (): void => queued.publish(null)

/**
 * Posts queued events to the response addresses of their profiles until stopped. All state is in the database, so that
 * several senders can share the work and only one makes each attempt.
 */
export function startCallbackSender({
  db,
  baseUrl,
  now,
  deadlineMs = DEADLINE_MS,
}: SenderOptions): CallbackSender {
  const underWay = new Set<Promise<void>>()
  const cutOff = new AbortController()
  let stopped = false
  let bell = Promise.withResolvers<void>()
  const wake = () => bell.resolve()

  async function run(): Promise<void> {
    while (!stopped) {
      bell = Promise.withResolvers()
      const asked = await beginDue()
      const timer = setTimeout(wake, asked ? LOOK_EVERY_MS : LOOK_AFTER_ERROR_MS)
      await bell.promise
      clearTimeout(timer)
    }
  }

  /** False if the database query failed. */
  async function beginDue(): Promise<boolean> {
    const free = AT_ONCE - underWay.size
    if (free === 0) return true
    try {
      for (const claim of await claimDueCallbacks(db, now(), free)) begin(claim)
      return true
    } catch (error) {
      logFailure('The sandbox could not look for events to send, and tries again.', error)
      return false
    }
  }

  function begin(claim: Claim): void {
    const attempt = makeAttempt(claim)
      .catch((error: unknown) => {
        logFailure('The sandbox could not record an attempt to send an event, and will repeat it.', error)
      })
      .finally(() => {
        underWay.delete(attempt)
        wake()
      })
    underWay.add(attempt)
  }

  async function makeAttempt(claim: Claim): Promise<void> {
    const signal = AbortSignal.any([AbortSignal.timeout(deadlineMs), cutOff.signal])
    const outcome = await postCallback(claim.responseUrl, claim.body, { baseUrl, signal })
    if (outcome.status === null && cutOff.signal.aborted) return returnClaim(db, claim, now())
    return recordAttempt(db, claim, outcome, now())
  }

  queued.subscribe(wake)
  const running = run()
  return {
    async stop() {
      stopped = true
      queued.unsubscribe(wake)
      const timer = setTimeout(() => cutOff.abort(), GRACE_MS)
      wake()
      await running
      await Promise.all(underWay)
      clearTimeout(timer)
    },
  }
}
