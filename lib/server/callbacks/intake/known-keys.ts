import { BlockList, isIP } from 'node:net'
import { eq, isNull } from 'drizzle-orm'
import { callbackKeys, callbackReceivers } from '@/lib/db/schema/callbacks'
import { log } from '@/lib/log'
import type { Services } from '@/lib/server/services'

/** A key that was made is in use, and one that was revoked is out of it, within a second. */
const REFRESH_MS = 500
/** After so long without a look at the table nobody can say that a key is none. */
const STALE_MS = 5_000

/** As keys are made, and as the demonstration's is written; nothing else is looked for. */
const KEY = /^[A-Za-z0-9_-]{22,128}$/

export type Admission = { keyId: string } | 'unknown-key' | 'address-refused' | 'unsure'

/**
 * The keys that are in use, held in memory: a key that is none costs no statement, and no room among the
 * callbacks that wait. Other processes change the table, so that it is read again by the clock.
 */
export type KnownKeys = {
  /** Whether a callback by this key, from that address (plain, as `isIP` knows it), may come in at that time. */
  admit(key: string, address: string, at: Date): Admission
  /** Whether the table was read lately: the database answers. */
  isSure(): boolean
  /** Reads the table anew. Rejects where it cannot be read; what was known stays. */
  refresh(): Promise<void>
  stop(): void
}

type KnownKey = { keyId: string; expiresAt: Date | null; allowed: BlockList | null }

/** Without a database it begins all the same, unsure of every key until there is one. */
export async function watchKeys({ db, sealer }: Pick<Services, 'db' | 'sealer'>): Promise<KnownKeys> {
  let known: ReadonlyMap<string, KnownKey> = new Map()
  /** Those of them that came since the table was read, by themselves: a keyed hash is not made anew for each callback. */
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
  /** A reading that is under way may have begun before the change that somebody waits for. */
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

/** Keys are found by a keyed hash: how long a search takes says nothing of them, and no dump of the database does. */
export const fingerprintOfKey = (sealer: Services['sealer'], key: string): string =>
  sealer.fingerprint('callback-key', key)

/** Null where everybody may post. */
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
