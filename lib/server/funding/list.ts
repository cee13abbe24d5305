import { and, asc, eq, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/pg-core'
import type { Db, DbOrTx } from '@/lib/db/client'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { fundingBatches, fundingLines } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import { searchedId } from '@/lib/domain/callbacks/searched-id'
import { BATCH_STATUSES, type BatchStatus } from '@/lib/domain/funding/batch'
import type { BatchFilter, BatchListQuery, OwnBatchKey } from '@/lib/domain/funding/batch-list-query'
import { changeWords, wasOfBatch } from '@/lib/domain/funding/change'
import { idEnds } from '@/lib/server/callbacks/log/list'
import { keyset, keysetList, nameOrder, stepOrder } from '@/lib/server/lists/keyset'
import { isClosed } from '@/lib/server/sales/open-failures'
import type { Ctx } from '@/lib/server/services'
import { type Accepted, listAccepted } from './accepted'
import { listOverwrites } from './overwrites'
import { findProfile } from './profiles'
import type { BatchListItem, CorrectionLink } from './views'
import { isOver, needsAttention } from './withdraw'

/** `workIds`: the batches that the query's `work` filter selects, from `listWorkIds`. */
type Looker = Pick<Ctx, 'db' | 'funding' | 'actor'> & { workIds?: readonly string[] }

/** Latest change first, unless another order is requested. */
export const listBatchPage = keysetList({
  table: fundingBatches,
  id: fundingBatches.id,
  idOf: ({ id }: BatchListItem) => id,
  keys: keyset<OwnBatchKey>({ updatedAt: fundingBatches.updatedAt, id: fundingBatches.id }, 'descending'),
  keyOf: ({ updatedAt, id }) => ({ updatedAt: new Date(updatedAt), id }),
  orders: {
    number: { column: fundingBatches.number, of: ({ number }) => number },
    name: nameOrder(fundingBatches.name, ({ name }: BatchListItem) => name),
    status: stepOrder(fundingBatches.status, BATCH_STATUSES, ({ status }: BatchListItem) => status),
    transactions: { column: fundingBatches.transactions, of: ({ transactions }) => transactions },
    // The approved amount, which is the column; the accepted one beside it is summed later.
    amount: {
      column: fundingBatches.amountMinor,
      of: ({ amountMinor, approvedMinor }) => approvedMinor ?? amountMinor,
    },
    changed: { column: fundingBatches.updatedAt, of: ({ updatedAt }) => new Date(updatedAt) },
  },
  where: (
    { statuses, profileId, mine, attention, work, search }: BatchListQuery,
    { db, actor, workIds = [] }: Looker,
  ) => [
    statuses.length > 0 ? or(...statuses.map(withStatus)) : undefined,
    profileId === null ? undefined : eq(fundingBatches.profileId, profileId),
    mine ? eq(fundingBatches.createdBy, actor.id) : undefined,
    attention ? needsAttention : undefined,
    work === null ? undefined : inArray(fundingBatches.id, [...workIds]),
    search === '' ? undefined : searched(db, search),
  ],
  select: selectBatches,
})

/** The accepted amounts if the partner did not accept the whole batch. A draft shows no change until it is submitted. */
function amountsOf(
  { money, amountMinor }: typeof fundingBatches.$inferSelect,
  accepted: Accepted | undefined,
): Pick<BatchListItem, 'amountMinor' | 'approvedMinor' | 'moved'> {
  return accepted
    ? {
        amountMinor: accepted.amountMinor,
        approvedMinor: amountMinor,
        moved: changeWords(accepted.was, accepted.amountMinor),
      }
    : { amountMinor, approvedMinor: null, moved: changeWords(money && wasOfBatch(money), amountMinor) }
}

/** Answered batches are filtered by the outcome of their transactions, as the list labels them. */
function withStatus(filter: BatchFilter): SQL | undefined {
  const { status, succeeded, failed } = fundingBatches
  switch (filter) {
    case 'done':
      return and(eq(status, 'done'), eq(failed, 0))
    case 'partly-funded':
      return and(eq(status, 'done'), gt(failed, 0), gt(succeeded, 0))
    case 'not-funded':
      return and(eq(status, 'done'), gt(failed, 0), eq(succeeded, 0))
    default:
      return eq(status, filter)
  }
}

const parents = alias(fundingBatches, 'parents')

/** Corrections by the id of the batch that they correct. */
async function listCorrections(
  db: DbOrTx,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string | null, CorrectionLink[]>> {
  if (batchIds.length === 0) return new Map()
  const rows = await db
    .select({
      parentId: fundingBatches.parentId,
      id: fundingBatches.id,
      number: fundingBatches.number,
      status: fundingBatches.status,
      succeeded: fundingBatches.succeeded,
      isOver,
    })
    .from(fundingBatches)
    .where(
      and(
        inArray(fundingBatches.parentId, [...batchIds]),
        eq(fundingBatches.purpose, 'correction'),
        ne(fundingBatches.status, 'discarded'),
      ),
    )
    .orderBy(asc(fundingBatches.number))
  const links = rows.map(({ parentId, ...link }) => ({ parentId, link }))
  return new Map(
    [...Map.groupBy(links, ({ parentId }) => parentId)].map(([parentId, own]) => [
      parentId,
      own.map(({ link }) => link),
    ]),
  )
}

async function selectBatches({ db, funding }: Looker, found: SQL, order: SQL): Promise<BatchListItem[]> {
  const rows = await db
    .select({ batch: fundingBatches, createdBy: users.name, parentNumber: parents.number, isClosed })
    .from(fundingBatches)
    .innerJoin(users, eq(users.id, fundingBatches.createdBy))
    .leftJoin(parents, eq(parents.id, fundingBatches.parentId))
    .where(found)
    .orderBy(order)
  const corrections = await listCorrections(
    db,
    rows.map(({ batch }) => batch.id),
  )
  const overwritesOf = await listOverwrites(
    db,
    rows.map(({ batch }) => batch),
  )
  const accepted = await listAccepted(
    db,
    rows.map(({ batch }) => batch),
  )
  return rows.map(({ batch, createdBy, parentNumber, ...closed }) => ({
    id: batch.id,
    number: batch.number,
    name: batch.name,
    status: batch.status,
    corrects:
      batch.purpose === 'correction' && batch.parentId !== null && parentNumber !== null
        ? { id: batch.parentId, number: parentNumber }
        : null,
    corrections: corrections.get(batch.id) ?? [],
    overwrites: overwritesOf(batch),
    profileId: batch.profileId,
    profileLabel: findProfile({ funding }, batch.profileId)?.label ?? batch.profileId,
    source: batch.source,
    purpose: batch.purpose,
    lines: batch.lines,
    transactions: batch.transactions,
    ...amountsOf(batch, accepted.get(batch.id)),
    errors: batch.errors,
    warnings: batch.warnings,
    succeeded: batch.succeeded,
    failed: batch.failed,
    ...closed,
    createdBy,
    createdAt: batch.createdAt.toISOString(),
    updatedAt: batch.updatedAt.toISOString(),
  }))
}

/** If an ending matches more sales than this, the search is cut off. */
const MOST_SALES = 1_000

/** Batches with a logged sale whose ID ends like this. One index finds the sales, another their lines. */
export const withSalesEnding = (ending: string): SQL => sql`${fundingBatches.id} in (
  select lines.batch_id
  from (select tran_id from ${callbackEvents} where ${idEnds(ending)} limit ${sql.raw(String(MOST_SALES))}) sales
    cross join lateral (
      select batch_id from ${fundingLines}
      where transaction_id = sales.tran_id and transaction_id <> '' offset 0
    ) lines
)`

/**
 * Matches a batch number, part of a name, a whole identifier of a line (each by its own index), or the last
 * characters of a logged sale's transaction ID.
 */
function searched(db: DbOrTx, search: string): SQL | undefined {
  const { ending } = searchedId(search)
  const number = Number(/^b?-?(\d{1,12})$/i.exec(search)?.[1] ?? Number.NaN)
  const linesWith = (condition: SQL | undefined) =>
    db.select({ id: fundingLines.batchId }).from(fundingLines).where(condition)
  return or(
    Number.isNaN(number) ? undefined : eq(fundingBatches.number, number),
    sql`strpos(lower(${fundingBatches.name}), lower(${search})) > 0`,
    inArray(
      fundingBatches.id,
      union(
        // A partial index is only used if the query repeats its condition.
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
    ending === null ? undefined : withSalesEnding(ending),
  )
}

/** The number of batches by status. */
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
