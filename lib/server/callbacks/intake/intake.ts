import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import type { Redaction } from '@/lib/domain/callbacks/event'
import { redactBody } from '@/lib/domain/callbacks/redact'
import { log } from '@/lib/log'
import type { Services } from '@/lib/server/services'
import type { KnownKeys } from './known-keys'

/** `unsure`: it is unknown whether the key is in use. */
type CallbackRefusal = 'unknown-key' | 'address-refused' | 'unsure' | 'overloaded'
export type IntakeResult = 'stored' | CallbackRefusal

export type CallbackIntake = {
  /** Why a callback with this key would be refused, or null. Asked before its body is read. */
  refusal(callback: { key: string; address: string }): CallbackRefusal | null
  /**
   * Stores one callback. Answers `stored` only after the commit. Throws if it was not stored, or if that is unknown:
   * the sender should then send it again, and the same callback twice counts as a repeat.
   */
  receive(callback: { key: string; address: string; body: Uint8Array }): Promise<IntakeResult>
  /** Accepts nothing more. Resolves once everything accepted is stored or given up. */
  stop(): Promise<void>
}

type IntakeOptions = {
  /** Called after each commit that stored something. */
  onStored(): void
  /** How long a sender waits before the answer is that the callback was not stored. */
  patienceMs?: number
}

const PATIENCE_MS = 5_000
/** The most that one statement stores. With more, the last of a burst would wait longer than its own commit takes. */
const MAX_BURST = 256
const MAX_BURST_BYTES = 1_000_000
/** Statements at a time: while one waits for the disk, the next is prepared. */
const MAX_AT_ONCE = 2
/** The most that is held in memory. */
const MAX_WAITING = 4_096
const MAX_WAITING_BYTES = 32_000_000

type Waiting = {
  keyId: string
  address: string
  receivedAt: string
  /** In Base64, as stored, so that the buffer it arrived in can be freed. */
  body: string
  bytes: number
  redactions: Redaction[]
  resolve(): void
  reject(error: unknown): void
}

/**
 * Stores callbacks, many with one commit: what arrives while two statements run goes with the next one. No callback
 * waits for a burst to fill, and under load a whole burst costs one write to the disk.
 */
export function createCallbackIntake(
  { db, sealer, now }: Pick<Services, 'db' | 'sealer' | 'now'>,
  keys: KnownKeys,
  { onStored, patienceMs = PATIENCE_MS }: IntakeOptions,
): CallbackIntake {
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let running = 0
  const storing = new Set<Promise<void>>()
  let stopped = false
  const store = prepareStore(db)

  async function storeAll(): Promise<void> {
    while (waiting.length > 0) {
      // Lets everything that has already reached this process join the burst.
      await nextTurn()
      const burst = takeBurst()
      // The other statement may have taken it.
      if (burst.length === 0) break
      try {
        await store(burst)
        for (const entry of burst) entry.resolve()
        onStored()
      } catch (error) {
        log.error(
          { err: error, callbacks: burst.length },
          'callbacks could not be stored, and were not acknowledged',
        )
        for (const entry of burst) entry.reject(error)
      }
    }
    // At once: a callback from now on joins a running statement, or starts one.
    running -= 1
  }

  function storeSoon(): void {
    if (running >= MAX_AT_ONCE) return
    running += 1
    const run = storeAll().finally(() => storing.delete(run))
    storing.add(run)
  }

  function takeBurst(): Waiting[] {
    let bytes = 0
    const end = waiting.findIndex((entry, index) => {
      bytes += entry.bytes
      return index > 0 && (index >= MAX_BURST || bytes > MAX_BURST_BYTES)
    })
    const burst = end < 0 ? waiting : waiting.slice(0, end)
    waiting = end < 0 ? [] : waiting.slice(end)
    for (const entry of burst) waitingBytes -= entry.bytes
    return burst
  }

  /** A callback that no one waits for any more is not stored, unless a statement already has it. */
  function giveUp(entry: Waiting): void {
    const at = waiting.indexOf(entry)
    if (at >= 0) {
      waiting.splice(at, 1)
      waitingBytes -= entry.bytes
    }
    log.warn('a callback was not stored in time, and was not acknowledged')
    entry.reject(new Error('A callback was not stored in time.'))
  }

  const isFull = (bytes: number) =>
    stopped || waiting.length >= MAX_WAITING || waitingBytes + bytes > MAX_WAITING_BYTES
  const admit = (key: string, address: string) => keys.admit(key, plainAddress(address), now())

  return {
    refusal({ key, address }) {
      if (isFull(0)) return 'overloaded'
      const admission = admit(key, address)
      return typeof admission === 'string' ? admission : null
    },
    async receive({ key, address, body }) {
      if (isFull(body.length)) return 'overloaded'
      const admission = admit(key, address)
      if (typeof admission === 'string') return admission
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const kept = redactBody(body, { fingerprint: tranIdFingerprint(sealer) })
      const entry: Waiting = {
        keyId: admission.keyId,
        address: plainAddress(address) || 'unknown',
        receivedAt: now().toISOString(),
        body: base64(kept.body),
        bytes: kept.body.length,
        redactions: kept.redactions,
        resolve,
        reject,
      }
      waiting.push(entry)
      waitingBytes += entry.bytes
      storeSoon()
      const timer = setTimeout(() => giveUp(entry), patienceMs)
      await promise.finally(() => clearTimeout(timer))
      return 'stored'
    },
    async stop() {
      stopped = true
      await Promise.all(storing)
    },
  }
}

/** Tells transaction ids that look like card numbers apart, without storing them. */
export const tranIdFingerprint =
  (sealer: Services['sealer']) =>
  (tranId: string): string =>
    sealer.fingerprint('tran-id', tranId)

/** Without the IPv6 prefix of an IPv4 address, and without the zone, which only this machine knows. */
const plainAddress = (address: string): string =>
  address.replace(/%.*$/s, '').replace(/^::ffff:(?=\d{1,3}\.)/i, '')

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

/**
 * Stores a whole burst in one statement, which is its own transaction. The statement has a name, so that each
 * connection parses and plans it once: for a few rows, that takes as long as storing them.
 */
function prepareStore(db: Db): (burst: readonly Waiting[]) => Promise<void> {
  const stored = db.$with('stored', {}).as(sql`
    insert into callback_deliveries (key_id, received_at, address, body, redactions)
    select key_id, received_at, address, decode(body, 'base64'), redactions
    from json_to_recordset(${sql.placeholder('burst')}::json) as given(
      i int, key_id uuid, address text, received_at timestamptz, body text, redactions text[])
    order by i`)
  const statement = db
    .with(stored)
    .select({ done: sql`true` })
    .from(sql`(values (true)) as done`)
    .prepare('store_callbacks')
  return async (burst) => {
    const given = burst.map(({ keyId, address, receivedAt, body, redactions }, index) => ({
      i: index,
      key_id: keyId,
      address,
      received_at: receivedAt,
      body,
      redactions,
    }))
    await statement.execute({ burst: JSON.stringify(given) })
  }
}
