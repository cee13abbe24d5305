import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { type SandboxEndpoint, sandboxJournal } from '@/lib/db/schema/sandbox'

type Entry = Omit<typeof sandboxJournal.$inferInsert, 'n'>

/** Any number that nothing else on this database locks. */
const JOURNAL_LOCK = 5_508_013_377

/**
 * Writes what was received and whether it was applied, as the last statement of the transaction that
 * applied it. Writers take turns, so that `n` follows the order of the commits and a reader who asks
 * `since` its last one misses none.
 */
export async function writeJournal(tx: Tx, entry: Entry): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${JOURNAL_LOCK})`)
  await tx.insert(sandboxJournal).values(entry)
}

/** Oldest first; those after number `since`. */
export async function listJournal(tx: Tx, since: number, endpoint: SandboxEndpoint | null) {
  const rows = await tx
    .select()
    .from(sandboxJournal)
    .where(and(gt(sandboxJournal.n, since), endpoint ? eq(sandboxJournal.endpoint, endpoint) : undefined))
    .orderBy(asc(sandboxJournal.n))
  return rows.map(({ n, at, endpoint, method, path, status, bytes, sha256, applied }) => ({
    n,
    at: at.toISOString(),
    endpoint,
    method,
    path,
    status,
    bytes,
    sha256,
    applied,
  }))
}
