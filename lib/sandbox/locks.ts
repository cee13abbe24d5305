import { sql } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'

/**
 * A reset truncates every table, while requests lock tables in various orders: the two could deadlock. So every
 * transaction with several statements first takes a shared lock, and a reset takes it exclusively.
 */

/** An arbitrary lock number that nothing else in this database uses. */
const TABLES_LOCK = 5_508_013_378

export const shareTables = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock_shared(${TABLES_LOCK})`)

/** Waits for all transactions that share the tables, and blocks new ones. */
export const haveTablesAlone = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${TABLES_LOCK})`)
