import { sql } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'

/**
 * A reset empties every table, and requests take tables in orders of their own: on PostgreSQL the two would
 * deadlock. So a transaction of several statements says first whether it shares the tables or has them alone.
 */

/** Any number that nothing else on this database locks. */
const TABLES_LOCK = 5_508_013_378

export const shareTables = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock_shared(${TABLES_LOCK})`)

/** Waits for every transaction that shares them, and keeps new ones waiting. */
export const haveTablesAlone = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${TABLES_LOCK})`)
