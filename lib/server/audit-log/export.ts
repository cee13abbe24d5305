import { and, desc, eq, gt, lte, max, min, or } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { auditLog, auditSeals } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { auditLabel } from '@/lib/domain/audit/audit-labels'
import { type AuditListQuery, auditList } from '@/lib/domain/audit/audit-list-query'
import { CSV_START, csvLine } from '@/lib/domain/values/csv'
import { recordBy } from '@/lib/server/audit'
import { streamText } from '@/lib/server/lists/stream-text'
import type { Ctx } from '@/lib/server/services'
import { filtersOf, namesOf, searchOf, subjectsOf } from './list'

/** How many numbers one query covers. */
const STRIDE = 1_000

const TITLES = [
  ...['Row', 'Time (UTC)', 'Person', 'Email', 'Action', 'Action code', 'Subject', 'Subject ID', 'Address'],
  ...['Request', 'Detail', 'Seal number', 'Seal', 'Subject name'],
]

/** The rows that the filters find, as CSV, latest first. The log records the export itself before its first row. */
export async function exportAudit(ctx: Ctx, query: AuditListQuery): Promise<ReadableStream<Uint8Array>> {
  const asked = { ...query, cursor: null }
  await recordBy(ctx, ctx.db, {
    action: 'audit-exported',
    subject: ['setting', 'audit-log'],
    detail: { query: auditList.write(asked) },
  })
  return streamText(csvChunks(ctx.db, asked))
}

async function* csvChunks(db: Db, query: AuditListQuery): AsyncGenerator<string, void> {
  yield CSV_START + csvLine(TITLES)
  const filters = filtersOf(query)
  const search = query.search === '' ? null : await searchOf(db, query.search)
  const asked = and(filters, search ? or(...search.few, ...search.others) : undefined)
  // Without the search, which no index finds as a whole: each query below reads no more than its numbers.
  const [ends] = await db
    .select({ first: min(auditLog.id), last: max(auditLog.id) })
    .from(auditLog)
    .where(filters)
  const first = ends?.first ?? 0
  for (let last = ends?.last ?? -1; last >= first; last -= STRIDE) {
    const rows = await db
      .select({
        row: auditLog,
        name: users.name,
        email: users.email,
        seq: auditSeals.seq,
        seal: auditSeals.seal,
      })
      .from(auditLog)
      .leftJoin(users, eq(users.id, auditLog.actorId))
      .leftJoin(auditSeals, eq(auditSeals.auditId, auditLog.id))
      .where(and(asked, gt(auditLog.id, last - STRIDE), lte(auditLog.id, last)))
      .orderBy(desc(auditLog.id))
    if (rows.length === 0) continue
    const subjects = rows.map(({ row }) => row)
    const isPerson = ({ subjectType }: (typeof subjects)[number]) => subjectType === 'user'
    const people = await namesOf(
      db,
      subjects.filter(isPerson).map(({ subjectId }) => subjectId),
    )
    const subjectOf = await subjectsOf(db, subjects, people)
    yield rows
      .map(({ row, name, email, seq, seal }) =>
        csvLine([
          row.id,
          row.at.toISOString(),
          row.actorId === null ? 'The desk' : (name ?? row.actorId),
          email,
          auditLabel(row.action),
          row.action,
          row.subjectType,
          row.subjectId,
          row.address,
          row.requestId,
          JSON.stringify(row.detail),
          seq,
          seal,
          subjectOf(row).words,
        ]),
      )
      .join('')
  }
}
