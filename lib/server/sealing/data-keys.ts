import { randomBytes } from 'node:crypto'
import type { Db } from '@/lib/db/client'
import { dataKeys } from '@/lib/db/schema/desk'
import { createSealer, type Sealer, unwrapDataKey, wrapDataKey } from './sealer'

/** The sealer over the data keys in the database; the first start makes the first key. Throws when DATA_KEY is another one. */
export async function loadSealer(db: Db, keyEncryptionKey: Buffer): Promise<Sealer> {
  const first = { version: 1, key: randomBytes(32) }
  // Two instances starting on one new database: the row that is there first counts for both.
  await db
    .insert(dataKeys)
    .values({ version: first.version, wrapped: wrapDataKey(keyEncryptionKey, first) })
    .onConflictDoNothing()
  const rows = await db.select().from(dataKeys).orderBy(dataKeys.version)
  try {
    return createSealer(rows.map((row) => unwrapDataKey(keyEncryptionKey, row.version, row.wrapped)))
  } catch (cause) {
    throw new Error(
      'DATA_KEY is not the key that this database was made with. Sensitive fields cannot be opened; start with the right key (or the `keys` folder that belongs to this database).',
      { cause },
    )
  }
}
