import type { SQL } from 'drizzle-orm'
import type { Database } from '@/lib/db/client'
import { grantDesk } from '@/lib/db/desk-role'

/** A table of a test's own: made by the owner of the tables, and the desk's to use. */
export const makeTable = (database: Database, statement: SQL): Promise<void> =>
  database.asOwner(async (db) => {
    await db.execute(statement)
    if (database.deskRole) await grantDesk(db, database.deskRole)
  })
