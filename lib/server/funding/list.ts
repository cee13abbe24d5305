import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '@/lib/db/client'
import { fundingBatches, fundingLines, users } from '@/lib/db/schema/desk'
import { BATCH_STATUSES, type BatchStatus } from '@/lib/domain/funding/batch'
import type { BatchCursor, BatchListQuery } from '@/lib/domain/funding/batch-list-query'
import type { World } from '@/lib/server/world'
import { findProfile } from './profiles'
import type { BatchListItem, BatchListPage } from './views'
import { needsAttention } from './withdraw'

export const BATCH_LIST_PAGE = 50

/**
 * Latest change first, a page at a time from a key on: page 1,000 costs what page 1 does. `newer` and `older` are
 * the keys of its neighbours. Where nothing is newer any more, it is the first page.
 */
export async function listBatchPage(
  world: Pick<World, 'db' | 'funding'>,
  query: BatchListQuery,
  me: string,
): Promise<BatchListPage> {
  const { place } = query
  const rows = await selectPage(world, query, me)
  const more = rows.length > BATCH_LIST_PAGE
  if (place?.side === 'newer') {
    if (!more) return listBatchPage(world, { ...query, place: null }, me)
    const items = rows.slice(1)
    return { items, newer: keyOf(items.at(0)), older: keyOf(items.at(-1)) }
  }
  const items = rows.slice(0, BATCH_LIST_PAGE)
  return { items, newer: place ? keyOf(items.at(0)) : null, older: more ? keyOf(items.at(-1)) : null }
}

const keyOf = (item: BatchListItem | undefined): BatchCursor | null =>
  item ? { updatedAt: new Date(item.updatedAt), id: item.id } : null

async function selectPage(
  { db, funding }: Pick<World, 'db' | 'funding'>,
  query: BatchListQuery,
  me: string,
): Promise<BatchListItem[]> {
  const { statuses, profileId, mine, attention, search, place } = query
  const newer = place?.side === 'newer'
  const found = db
    .select({ id: fundingBatches.id })
    .from(fundingBatches)
    .where(
      and(
        statuses.length > 0 ? inArray(fundingBatches.status, [...statuses]) : undefined,
        profileId === null ? undefined : eq(fundingBatches.profileId, profileId),
        mine ? eq(fundingBatches.createdBy, me) : undefined,
        attention ? needsAttention : undefined,
        search === '' ? undefined : searched(db, search),
        place ? sql`${KEY} ${newer ? sql`>` : sql`<`} ${keyRow(place)}` : undefined,
      ),
    )
    // Word for word the order of the indexes: `desc` alone puts nulls first, and could use none of them.
    .orderBy(
      newer
        ? sql`${fundingBatches.updatedAt} asc nulls first, ${fundingBatches.id} asc nulls first`
        : sql`${fundingBatches.updatedAt} desc nulls last, ${fundingBatches.id} desc nulls last`,
    )
    .limit(BATCH_LIST_PAGE + 1)
  const rows = await db
    .select({ batch: fundingBatches, createdBy: users.name })
    .from(fundingBatches)
    .innerJoin(users, eq(users.id, fundingBatches.createdBy))
    .where(inArray(fundingBatches.id, found))
    .orderBy(desc(fundingBatches.updatedAt), desc(fundingBatches.id))
  return rows.map(({ batch, createdBy }) => ({
    id: batch.id,
    number: batch.number,
    name: batch.name,
    status: batch.status,
    profileId: batch.profileId,
    profileLabel: findProfile({ funding }, batch.profileId)?.label ?? batch.profileId,
    source: batch.source,
    purpose: batch.purpose,
    lines: batch.lines,
    transactions: batch.transactions,
    amountMinor: batch.amountMinor,
    errors: batch.errors,
    warnings: batch.warnings,
    succeeded: batch.succeeded,
    failed: batch.failed,
    createdBy,
    createdAt: batch.createdAt.toISOString(),
    updatedAt: batch.updatedAt.toISOString(),
  }))
}

/** Compared as a row, because PostgreSQL begins in its index there; with `or` it reads from the start. */
const KEY = sql`(${fundingBatches.updatedAt}, ${fundingBatches.id})`
const keyRow = ({ updatedAt, id }: BatchCursor) => sql`(${updatedAt.toISOString()}::timestamptz, ${id}::uuid)`

/** A number, a part of the name, or a whole identifier of a line: each identifier by its own index. */
function searched(db: Db, search: string): SQL | undefined {
  const number = Number(/^b?-?(\d{1,12})$/i.exec(search)?.[1] ?? Number.NaN)
  const linesWith = (condition: SQL | undefined) =>
    db.select({ id: fundingLines.batchId }).from(fundingLines).where(condition)
  return or(
    Number.isNaN(number) ? undefined : eq(fundingBatches.number, number),
    sql`strpos(lower(${fundingBatches.name}), lower(${search})) > 0`,
    inArray(
      fundingBatches.id,
      union(
        // What an index leaves out has to be left out here in its own words.
        linesWith(and(eq(fundingLines.transactionId, search), sql`${fundingLines.transactionId} <> ''`)),
        linesWith(
          and(
            eq(fundingLines.retrievalReferenceNumber, search),
            sql`${fundingLines.retrievalReferenceNumber} <> ''`,
          ),
        ),
        linesWith(eq(fundingLines.merchantId, search)),
      ),
    ),
  )
}

/** How many batches there are of each status. */
export async function countBatches(db: Db): Promise<Partial<Record<BatchStatus, number>>> {
  const rows = await db
    .select({ status: fundingBatches.status, count: sql<number>`count(*)::int` })
    .from(fundingBatches)
    .groupBy(fundingBatches.status)
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  return Object.fromEntries(
    BATCH_STATUSES.flatMap((status) => {
      const count = counts.get(status)
      return count === undefined ? [] : [[status, count]]
    }),
  )
}
