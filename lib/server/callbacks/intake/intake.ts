import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import type { Redaction } from '@/lib/domain/callbacks/event'
import { redactBody } from '@/lib/domain/callbacks/redact'
import { log } from '@/lib/log'
import type { Services } from '@/lib/server/services'
import type { KnownKeys } from './known-keys'

/** `unsure`: nobody can say whether the key is one. */
type CallbackRefusal = 'unknown-key' | 'address-refused' | 'unsure' | 'overloaded'
export type IntakeResult = 'stored' | CallbackRefusal

export type CallbackIntake = {
  /** Why a callback by this key would not be taken, or null: asked before its body is read. */
  refusal(callback: { key: string; address: string }): CallbackRefusal | null
  /**
   * Keeps one callback. `stored` is said after the commit and never before. Throws where it was not stored, or
   * where nobody knows: whoever sent it shall send it again, and the same twice is a repeat.
   */
  receive(callback: { key: string; address: string; body: Uint8Array }): Promise<IntakeResult>
  /** Takes nothing more, and resolves when what was taken is stored or given up. */
  stop(): Promise<void>
}

type IntakeOptions = {
  /** Called after each commit that stored something. */
  onStored(): void
  /** After so long whoever waits is told that it was not stored. */
  patienceMs?: number
}

const PATIENCE_MS = 5_000
/** What one statement takes: more of it would make the last of a burst wait longer than its own commit takes. */
const MAX_BURST = 256
const MAX_BURST_BYTES = 1_000_000
/** More than this is not held in memory. */
const MAX_WAITING = 4_096
const MAX_WAITING_BYTES = 32_000_000

type Waiting = {
  keyId: string
  address: string
  receivedAt: string
  /** In Base64: what is stored, and nothing of the buffer that it came in. */
  body: string
  bytes: number
  redactions: Redaction[]
  resolve(): void
  reject(error: unknown): void
}

/**
 * Takes callbacks in, many with one commit: while a statement runs, what arrives gathers and goes with the next
 * one. Nobody waits for a burst to fill, and under load a burst costs one write to the disk.
 */
export function createCallbackIntake(
  { db, sealer, now }: Pick<Services, 'db' | 'sealer' | 'now'>,
  keys: KnownKeys,
  { onStored, patienceMs = PATIENCE_MS }: IntakeOptions,
): CallbackIntake {
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let storing: Promise<void> | null = null
  let stopped = false

  async function storeAll(): Promise<void> {
    while (waiting.length > 0) {
      // What has reached this process by now goes with it.
      await nextTurn()
      const burst = takeBurst()
      try {
        await storeBurst(db, burst)
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
    storing = null
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

  /** Whoever is no longer waited for is not stored any more, unless a statement has them already. */
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
      storing ??= storeAll()
      const timer = setTimeout(() => giveUp(entry), patienceMs)
      await promise.finally(() => clearTimeout(timer))
      return 'stored'
    },
    async stop() {
      stopped = true
      await storing
    },
  }
}

/** By which a transaction id that looks like a card number is told from others, without being kept. */
export const tranIdFingerprint =
  (sealer: Services['sealer']) =>
  (tranId: string): string =>
    sealer.fingerprint('tran-id', tranId)

/** An IPv4 address that came through an IPv6 socket is that address; a zone belongs to this machine alone. */
const plainAddress = (address: string): string =>
  address.replace(/%.*$/s, '').replace(/^::ffff:(?=\d{1,3}\.)/i, '')

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

/** The whole of a burst in one statement, which is its own transaction. */
async function storeBurst(db: DbOrTx, burst: readonly Waiting[]): Promise<void> {
  const given = burst.map(({ keyId, address, receivedAt, body, redactions }, index) => ({
    i: index,
    key_id: keyId,
    address,
    received_at: receivedAt,
    body,
    redactions,
  }))
  await db.execute(sql`
    insert into callback_deliveries (key_id, received_at, address, body, redactions)
    select key_id, received_at, address, decode(body, 'base64'), redactions
    from json_to_recordset(${JSON.stringify(given)}::json) as given(
      i int, key_id uuid, address text, received_at timestamptz, body text, redactions text[])
    order by i`)
}
