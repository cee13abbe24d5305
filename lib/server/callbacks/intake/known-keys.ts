import { BlockList, isIP } from 'node:net'
import { eq, isNull } from 'drizzle-orm'
import { callbackKeys, callbackReceivers } from '@/lib/db/schema/callbacks'
import { log } from '@/lib/log'
import type { Services } from '@/lib/server/services'

/** Often enough that a new key works, and a revoked one stops working, within a second. */
const REFRESH_MS = 500
/** If the table was last read longer ago, a missing key may be a new one. */
const STALE_MS = 5_000

/** The form of made keys, and of the demonstration's. Nothing else is looked up. */
const KEY = /^[A-Za-z0-9_-]{22,128}$/

export type Admission = { keyId: string } | 'unknown-key' | 'address-refused' | 'unsure'

/**
 * The keys in use, held in memory, so that an unknown key costs no statement and no room among the waiting callbacks.
 * Other processes change the table, so it is read again at intervals.
 */
export type KnownKeys = {
  /** Whether a callback with this key, from this plain IP address, may come in at that time. */
  admit(key: string, address: string, at: Date): Admission
  /** Whether the table was read recently, so that the database must be answering. */
  isSure(): boolean
  /** Reads the table again. Rejects if it cannot be read; the known keys then stay. */
  refresh(): Promise<void>
  stop(): void
}

type KnownKey = { keyId: string; expiresAt: Date | null; allowed: BlockList | null }

/** Starts even without a database, unsure of every key until there is one. */
export async function watchKeys({ db, sealer }: Pick<Services, 'db' | 'sealer'>): Promise<KnownKeys> {
  let known: ReadonlyMap<string, KnownKey> = new Map()
  /** Keys that callbacks have used since the table was read, so that each one's hash is computed only once. */
  let met = new Map<string, KnownKey>()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    const startedAt = performance.now()
    const rows = await db
      .select({
        fingerprint: callbackKeys.fingerprint,
        keyId: callbackKeys.id,
        expiresAt: callbackKeys.expiresAt,
        allowed: callbackReceivers.allowed,
      })
      .from(callbackKeys)
      .innerJoin(callbackReceivers, eq(callbackReceivers.id, callbackKeys.receiverId))
      .where(isNull(callbackKeys.revokedAt))
    known = new Map(
      rows.map(({ fingerprint, allowed, ...key }) => [fingerprint, { ...key, allowed: networksOf(allowed) }]),
    )
    met = new Map()
    readAt = startedAt
  }
  /** A read that is already running may have begun before the change that the caller waits for. */
  const refresh = async () => {
    await reading?.catch(() => {})
    reading ??= read().finally(() => {
      reading = null
    })
    await reading
  }
  let isAway = false
  const look = async () => {
    try {
      await refresh()
      isAway = false
    } catch (error) {
      if (!isAway) log.error({ err: error }, 'the keys of receivers cannot be read, and are tried again')
      isAway = true
    }
  }
  await look()
  const timer = setInterval(look, REFRESH_MS).unref()
  const isSure = () => performance.now() - readAt < STALE_MS

  return {
    admit(key, address, at) {
      if (!KEY.test(key)) return 'unknown-key'
      const found = met.get(key) ?? known.get(fingerprintOfKey(sealer, key))
      if (!found) return isSure() ? 'unknown-key' : 'unsure'
      met.set(key, found)
      if (found.expiresAt && found.expiresAt <= at) return 'unknown-key'
      return isWelcome(found.allowed, address) ? { keyId: found.keyId } : 'address-refused'
    },
    isSure,
    refresh,
    stop: () => clearInterval(timer),
  }
}

/** Keys are found by a keyed hash, so that neither the time of a search nor a dump of the database reveals one. */
export const fingerprintOfKey = (sealer: Services['sealer'], key: string): string =>
  sealer.fingerprint('callback-key', key)

/** Null if any address may post. */
function networksOf(allowed: readonly string[]): BlockList | null {
  if (allowed.length === 0) return null
  const networks = new BlockList()
  for (const network of allowed) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    networks.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return networks
}

function isWelcome(allowed: BlockList | null, address: string): boolean {
  if (!allowed) return true
  const version = isIP(address)
  return version !== 0 && allowed.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
