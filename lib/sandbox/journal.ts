import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { type SandboxEndpoint, sandboxJournal } from '@/lib/db/schema/sandbox'
import { maskRequestText } from '@/lib/partner/mapping/mask'

type Entry = Omit<typeof sandboxJournal.$inferInsert, 'n'>

/** An arbitrary lock number that nothing else in this database uses. */
const JOURNAL_LOCK = 5_508_013_377

/**
 * Records a request and whether it was applied, as the last statement of the transaction that applied it. The lock
 * keeps `n` in commit order, so that a reader who polls with `since` misses no entry.
 */
export async function writeJournal(tx: Tx, entry: Entry): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${JOURNAL_LOCK})`)
  await tx.insert(sandboxJournal).values(entry)
}

/** Enough to see what was sent, without storing a second copy of a batch or a file. */
const READABLE_BYTES = 16 * 1024

/** The beginning of a body, masked, for people to read. PostgreSQL text cannot store NUL. */
export function readableBody(bytes: Uint8Array): string {
  const beginning = Buffer.from(bytes.subarray(0, READABLE_BYTES))
    .toString('utf8')
    .replaceAll('\0', '\u{fffd}')
  return maskRequestText(beginning) + (bytes.length > READABLE_BYTES ? '…' : '')
}

/** Without the bodies: `findJournalEntry` reads those one at a time. */
const listed = {
  n: sandboxJournal.n,
  at: sandboxJournal.at,
  endpoint: sandboxJournal.endpoint,
  method: sandboxJournal.method,
  path: sandboxJournal.path,
  status: sandboxJournal.status,
  bytes: sandboxJournal.bytes,
  sha256: sandboxJournal.sha256,
  applied: sandboxJournal.applied,
}

/** Entries after number `since`, oldest first; with `last`, only the newest so many. */
export async function listJournal(
  tx: Tx,
  { since, endpoint, last }: { since: number; endpoint?: SandboxEndpoint; last?: number },
) {
  const found = tx
    .select(listed)
    .from(sandboxJournal)
    .where(and(gt(sandboxJournal.n, since), endpoint ? eq(sandboxJournal.endpoint, endpoint) : undefined))
  if (last === undefined) return (await found.orderBy(asc(sandboxJournal.n))).map(toJson)
  return (await found.orderBy(desc(sandboxJournal.n)).limit(last)).reverse().map(toJson)
}

/** One request with its masked bodies. */
export async function findJournalEntry(tx: Tx, n: number) {
  const [row] = await tx.select().from(sandboxJournal).where(eq(sandboxJournal.n, n))
  return row ? toJson(row) : null
}

const toJson = <Row extends { at: Date }>(row: Row) => ({ ...row, at: row.at.toISOString() })
