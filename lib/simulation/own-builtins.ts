import nodeCrypto, { type UUID } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { taskNow } from './stage'

/**
 * Actors on the stage get ids, random bytes and timers from the harness: they come from the seed, and a deadline passes
 * when the harness says so. Code outside an action (the driver, the partner's server) gets the real ones. Use this only
 * in a separate process: it changes what every module of the process sees.
 */

/** A timer of this or more is a deadline that only the harness lets pass. */
export const OWN_TIMER_MS = 10_000_000

/** The deadline of a call, so long that this machine's clock never reaches it. */
export const OWN_DEADLINES = {
  tokenMs: 2 * OWN_TIMER_MS,
  applicationMs: 2 * OWN_TIMER_MS,
  attachmentMs: 2 * OWN_TIMER_MS,
  attachmentIdleMs: 2 * OWN_TIMER_MS,
  stageMs: 2 * OWN_TIMER_MS,
  fundingMs: 2 * OWN_TIMER_MS,
  checkMs: 2 * OWN_TIMER_MS,
}

export function ownBuiltins(): void {
  const { randomBytes, randomUUID } = nodeCrypto
  const uuid = (): UUID => {
    const random = taskNow()?.random
    if (!random) return randomUUID()
    const hex = random.bytes(16).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  const bytes = (size: number) => taskNow()?.random.bytes(size) ?? randomBytes(size)
  Object.assign(nodeCrypto, { randomUUID: uuid, randomBytes: bytes })
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: uuid, configurable: true })

  const { setTimeout: realTimeout, clearTimeout: realClear } = globalThis
  const own = new WeakMap<object, () => void>()
  const ownTimeout = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const task = taskNow()
    if (!task || ms < OWN_TIMER_MS) return realTimeout(run, ms, ...given)
    const fire = () => run(...given)
    task.timers.add(fire)
    const handle = { unref: () => handle, ref: () => handle, hasRef: () => false }
    own.set(handle, () => task.timers.delete(fire))
    return handle
  }
  const ownClear = (handle: unknown) => {
    const end = typeof handle === 'object' && handle !== null ? own.get(handle) : undefined
    if (end) end()
    else realClear(handle as NodeJS.Timeout)
  }
  Object.assign(globalThis, { setTimeout: ownTimeout, clearTimeout: ownClear })

  // Pauses between two tries: skip them, since no one waits.
  const { setTimeout: realPause } = timers
  Object.assign(timers, {
    setTimeout: (ms?: number, value?: unknown, options?: object) =>
      taskNow() ? Promise.resolve(value) : realPause(ms, value, options),
  })
  syncBuiltinESMExports()
}

/** Expires the deadlines that an action waits for. */
export function passDeadlines(timersOfTask: Set<() => void>): void {
  for (const fire of [...timersOfTask]) {
    timersOfTask.delete(fire)
    fire()
  }
}
