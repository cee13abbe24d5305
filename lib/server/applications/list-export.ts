import { and, desc, gt, lte, max, min } from 'drizzle-orm'
import { applications } from '@/lib/db/schema/applications'
import { type ApplicationListQuery, applicationList } from '@/lib/domain/application/list-query'
import { statusTextsOf } from '@/lib/domain/application/status'
import { taxIdEnding } from '@/lib/domain/application/tax-id-ending'
import { CSV_START, csvLine } from '@/lib/domain/values/csv'
import { recordBy } from '@/lib/server/audit'
import { streamText } from '@/lib/server/lists/stream-text'
import type { Ctx } from '@/lib/server/services'
import { type ApplicationListItem, applicationConditions, listApplicationPage, selectListed } from './list'
import { listJudgedPage } from './list-readiness'
import { searchedNearby, toSearch } from './list-search'

/** How many numbers one query covers: the process answers no one else while it makes their rows. */
const STRIDE = 1_000

/**
 * The applications that the list's filters find, as CSV, read from the database only as fast as the browser takes them.
 * In order of their numbers, which never change, or as the list is sorted; an application that changes meanwhile
 * is in the file once. The audit log records the export before its first row.
 */
export async function exportApplications(
  ctx: Ctx,
  query: ApplicationListQuery,
): Promise<ReadableStream<Uint8Array>> {
  const now = ctx.now()
  const asked = { ...query, columns: null, cursor: null }
  await recordBy(ctx, ctx.db, {
    at: now,
    action: 'applications-exported',
    subject: ['user', ctx.actor.id],
    detail: { query: applicationList.write(asked) },
  })
  return streamText(csvChunks({ ...ctx, now: () => now }, asked))
}

async function* csvChunks(looker: Ctx, query: ApplicationListQuery): AsyncGenerator<string, void> {
  const { db } = looker
  yield CSV_START + csvLine(COLUMNS.map(([title]) => title))
  if (query.sort || query.readiness) return yield* pagedChunks(looker, query)
  const search = toSearch(query.search)
  const asked = and(...applicationConditions(query, looker), search ? searchedNearby(search) : undefined)
  const [ends] = await db
    .select({ first: min(applications.number), last: max(applications.number) })
    .from(applications)
  const first = ends?.first ?? 0
  for (let last = ends?.last ?? -1; last >= first; last -= STRIDE) {
    const rows = await selectListed(db)
      .where(and(asked, gt(applications.number, last - STRIDE), lte(applications.number, last)))
      .orderBy(desc(applications.number))
    if (rows.length > 0) yield rows.map(lineOf).join('')
  }
}

async function* pagedChunks(looker: Ctx, query: ApplicationListQuery): AsyncGenerator<string, void> {
  const written = new Set<string>()
  for (let cursor = query.cursor; ; ) {
    const page = await (query.readiness ? listJudgedPage : listApplicationPage)(
      looker,
      { ...query, cursor },
      STRIDE,
    )
    const rows = page.items.filter(({ id }) => !written.has(id))
    for (const { id } of rows) written.add(id)
    if (rows.length > 0) yield rows.map(lineOf).join('')
    if (!page.after) return
    cursor = { side: 'after', ...page.after }
  }
}

const lineOf = (item: ApplicationListItem) => csvLine(COLUMNS.map(([, cellOf]) => cellOf(item)))

type Cell = string | number | null

/** The same for everybody and every choice of columns, so that a spreadsheet built on it keeps working. */
const COLUMNS: readonly [title: string, cellOf: (item: ApplicationListItem) => Cell][] = [
  ['Number', ({ number }) => `A-${number}`],
  ['Kind', ({ kind }) => (kind === 'full' ? 'Full application with pricing' : 'PayFac application')],
  ['Status', (item) => statusTextsOf(item).label],
  ['Legal name', ({ legalName }) => legalName],
  ['Doing business as', ({ dbaName }) => dbaName],
  ['Ownership', ({ ownership }) => ownership],
  // Never a whole identity: the desk keeps no other digits where a list could read them.
  ['Tax ID', ({ taxIdLast4, ownership }) => taxIdEnding(taxIdLast4, ownership) ?? null],
  ['Underwriting', ({ partnerUnderwrites }) => UNDERWRITTEN_BY[String(partnerUnderwrites)] ?? null],
  ['Stage', ({ stage }) => stage],
  ['Opportunity ID', ({ opportunityId }) => opportunityId],
  ['Account ID', ({ accountId }) => accountId],
  ['Assignee', ({ assignee }) => assignee],
  ['Documents', ({ documents }) => documents],
  ['Started', ({ createdAt }) => createdAt.toISOString()],
  ['Started by', ({ createdBy }) => createdBy],
  ['Last change', ({ updatedAt }) => updatedAt.toISOString()],
]

const UNDERWRITTEN_BY: Readonly<Record<string, string>> = { true: 'Partner', false: 'Own' }
