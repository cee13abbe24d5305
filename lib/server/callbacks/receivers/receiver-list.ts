import { asc, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '@/lib/db/client'
import { callbackDeliveries, callbackKeys, callbackReceivers } from '@/lib/db/schema/callbacks'
import { users } from '@/lib/db/schema/people'

/** `replaced`: a newer key exists, and this one still works until its overlap ends. */
export type KeyState = 'in-use' | 'replaced' | 'expired' | 'revoked'

/** A key's data without the key itself, which no one can see again. */
export type KeyView = {
  id: string
  lastFour: string
  state: KeyState
  madeBy: string
  madeAt: string
  expiresAt: string | null
  revoked: { by: string; at: string } | null
  /** When the last callback used it. */
  lastUsedAt: string | null
}

export type ReceiverView = {
  id: string
  label: string
  profileId: string
  merchantId: string
  allowed: readonly string[]
  /** Newest first. */
  keys: readonly KeyView[]
}

/** If two keys were created at the same moment, the one without an end is the newer. */
export const NEWEST_KEY_FIRST = [
  desc(callbackKeys.createdAt),
  desc(callbackKeys.expiresAt),
  desc(callbackKeys.id),
] as const

/** All receivers by name, with the current state of their keys. */
export async function listReceivers(db: DbOrTx, now: Date): Promise<ReceiverView[]> {
  const receivers = await db
    .select()
    .from(callbackReceivers)
    .orderBy(
      asc(sql`lower(${callbackReceivers.label})`),
      asc(callbackReceivers.createdAt),
      asc(callbackReceivers.id),
    )
  const keys = await listKeys(db, now)
  return receivers.map(({ id, label, profileId, merchantId, allowed }) => ({
    id,
    label,
    profileId,
    merchantId,
    allowed,
    keys: keys.filter(({ receiverId }) => receiverId === id).map(({ view }) => view),
  }))
}

async function listKeys(db: DbOrTx, now: Date): Promise<{ receiverId: string; view: KeyView }[]> {
  const revokers = alias(users, 'revokers')
  const rows = await db
    .select({
      key: callbackKeys,
      madeBy: users.name,
      revokedBy: revokers.name,
      // Deliveries are numbered in order of receipt, and there is an index by key.
      lastUsedAt: sql<string | null>`(
        select ${callbackDeliveries.receivedAt}::text from ${callbackDeliveries}
        where ${callbackDeliveries.keyId} = ${callbackKeys.id} order by ${callbackDeliveries.n} desc limit 1)`,
    })
    .from(callbackKeys)
    .innerJoin(users, eq(users.id, callbackKeys.createdBy))
    .leftJoin(revokers, eq(revokers.id, callbackKeys.revokedBy))
    .orderBy(...NEWEST_KEY_FIRST)
  return rows.map(({ key, madeBy, revokedBy, lastUsedAt }) => ({
    receiverId: key.receiverId,
    view: {
      id: key.id,
      lastFour: key.lastFour,
      state: keyState(key, now),
      madeBy,
      madeAt: key.createdAt.toISOString(),
      expiresAt: key.expiresAt?.toISOString() ?? null,
      revoked: key.revokedAt && { by: revokedBy ?? 'Someone', at: key.revokedAt.toISOString() },
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    },
  }))
}

function keyState(
  { expiresAt, revokedAt }: { expiresAt: Date | null; revokedAt: Date | null },
  now: Date,
): KeyState {
  if (revokedAt) return 'revoked'
  if (expiresAt === null) return 'in-use'
  return expiresAt > now ? 'replaced' : 'expired'
}
