import { randomBytes } from 'node:crypto'
import { asc, sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '@/lib/db/client'
import { dataKeys } from '@/lib/db/schema/desk'
import { createSealer, type DataKey, type Sealer, unwrapDataKey, wrapDataKey } from './sealer'

/** `refresh`: reads the data keys again; asked every few seconds, since another process may have added one. */
export type DeskSealer = Sealer & { refresh(): Promise<void> }

/**
 * How long a new data key only opens before it seals. Every process has read it by then: none meets a value that it
 * cannot open.
 */
export const KEY_REST_MS = 60_000

/** The sealer over the data keys in the database; the first start makes the first key. Throws when DATA_KEY is another one. */
export async function loadSealer(db: Db, keyEncryptionKey: Buffer): Promise<DeskSealer> {
  const first = { version: 1, key: randomBytes(32) }
  // Two instances starting on one new database: the row that is there first counts for both.
  await db
    .insert(dataKeys)
    .values({ version: first.version, wrapped: wrapDataKey(keyEncryptionKey, first) })
    .onConflictDoNothing()
  const read = async () => {
    const rows = await db
      .select({
        version: dataKeys.version,
        wrapped: dataKeys.wrapped,
        isRested: sql<boolean>`${dataKeys.createdAt} <= now() - ${KEY_REST_MS / 1_000} * interval '1 second'`,
      })
      .from(dataKeys)
      .orderBy(asc(dataKeys.version))
    const inUse = rows.findLast(({ version, isRested }) => version === 1 || isRested)
    return { rows, inUse: inUse?.version ?? 1 }
  }
  // Opened once: they never change.
  const opened = new Map<number, DataKey>()
  const keysOf = (rows: readonly { version: number; wrapped: string }[]): DataKey[] =>
    rows.map(({ version, wrapped }) => {
      const key = opened.get(version) ?? unwrapDataKey(keyEncryptionKey, version, wrapped)
      opened.set(version, key)
      return key
    })
  const { rows, inUse } = await read()
  try {
    const sealer = createSealer(keysOf(rows), inUse)
    return {
      ...sealer,
      async refresh() {
        const now = await read()
        sealer.renew(keysOf(now.rows), now.inUse)
      },
    }
  } catch (cause) {
    throw new Error(
      'DATA_KEY is not the key that this database was made with. Sensitive fields cannot be opened; start with the right key (or the `keys` folder that belongs to this database).',
      { cause },
    )
  }
}

/** Gives its version. It seals after `KEY_REST_MS`. */
export async function addDataKey(tx: DbOrTx, keyEncryptionKey: Buffer): Promise<number> {
  const version = (await newestDataKey(tx)) + 1
  const wrapped = wrapDataKey(keyEncryptionKey, { version, key: randomBytes(32) })
  await tx.insert(dataKeys).values({ version, wrapped })
  return version
}

export async function newestDataKey(db: DbOrTx): Promise<number> {
  const [row] = await db.select({ version: sql<number>`max(${dataKeys.version})` }).from(dataKeys)
  return row?.version ?? 0
}
