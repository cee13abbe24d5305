import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { addWas, NO_WAS, takenFrom, type WasSum } from '@/lib/domain/funding/change'
import { foldHeld, type HeldAmount, sumHeld } from '@/lib/domain/funding/held'
import { MAX_LINES } from '@/lib/domain/funding/limits'
import {
  type OverwrittenAmount,
  overwritingOf,
  overwrittenIn,
  sumOverwrites,
} from '@/lib/domain/funding/overwrite'
import { setAmounts } from '@/lib/server/sales/held-amounts'
import { unindexedProfile } from '@/lib/server/sales/query-parts'
import type { BatchRow } from './data'
import { MAX_COMPARED_TRANSACTIONS } from './money-result'
import type { BatchListItem, BatchView } from './views'

/** A condition on batches: it changed earlier amounts, as counted when it was frozen. */
const OVERWRITES_EARLIER = sql`((money->>'changeCount')::int > 0 or money->>'changedIsMinor' <> '0')`

/**
 * SQL for `setAmounts`: the transactions of the batches with this condition, at most `maxTransactions` of each, by their
 * names in the callback log. A reference number means the sale that has it today; in a merchant's statement it means
 * the sale that had it when it was sent (`acceptedFor`).
 */
export const transactionsOfBatches = (batchCondition: SQL, maxTransactions = MAX_LINES): SQL => sql`
  select distinct case when id <> '' then 'id ' || id else 'ref ' || given.reference end as key, id,
    coalesce(logged.reference, case when id = '' then given.reference else '' end) as reference
  from (
    select distinct profile_id, transaction_id, reference
    from (select id, profile_id from funding_batches batches where ${batchCondition} offset 0) batches
      -- One batch at a time, so that PostgreSQL uses the index and does not read the whole table.
      cross join lateral (
        select transaction_id, retrieval_reference_number as reference from funding_lines
        where batch_id = batches.id and transaction_no < ${maxTransactions}::int offset 0
      ) lines
  ) given
  -- A reference number that two sales of the profile share identifies neither.
  left join lateral (
    select min(tran_id) as tran_id from callback_events
    where given.transaction_id = '' and retrieval_ref_number = given.reference and retrieval_ref_number <> ''
      and ${unindexedProfile()} = given.profile_id
    having min(tran_id) = max(tran_id)
  ) sole on given.transaction_id = ''
  cross join lateral (
    select case when given.transaction_id <> '' then given.transaction_id else coalesce(sole.tran_id, '') end as id
  ) named
  -- Also a reference that another sale has by now: money funded under it may have been for this sale.
  left join lateral (
    select retrieval_ref_number as reference from callback_events
    where tran_id = named.id and tran_id is not null and named.id <> '' and retrieval_ref_number <> ''
    order by n desc limit 1
  ) logged on true`

/** The amount that one batch set for one merchant of a transaction, from `setAmounts`. */
type SetAmount = HeldAmount & {
  key: string
  transactionNo: number
  /** The sequence of its request's last attempt; infinite without an attempt. */
  sequence: number
  /** The sequence of its batch's first request. */
  firstSequence: number
  isHeld: boolean
  countsForBatch: boolean
}

/**
 * One as the query returns it. An array, because PostgreSQL takes twice as long to write objects, which repeat their
 * names; `setAmountOf` and the query have the same order.
 */
type SetAmountCells = [
  key: string,
  transactionNo: number,
  merchantId: string,
  amountMinor: number,
  batchId: string,
  batchNumber: number,
  sequence: number | null,
  firstSequence: number | null,
  isCertain: boolean,
  isHeld: boolean,
  countsForBatch: boolean,
  atMs: number | null,
]

/**
 * The transactions in `asked` that several batches set, oldest amount first; no others can be overwritten. `own`: the
 * accepted transactions of `batchId` that no other batch set.
 */
async function listSharedTransactions(
  db: DbOrTx,
  asked: SQL,
  batchId: string | null = null,
): Promise<{ shared: SetAmount[][]; own: { transactions: number; amountMinor: bigint } }> {
  const isOwn = sql`not is_shared and is_funded and batch_id = ${batchId}::uuid`
  // One JSON text, because parsing many rows cell by cell takes longer than finding them.
  const { rows } = await db.execute<{
    shared: string | null
    transactions: number
    amount_minor: string
  }>(sql`
    with ${setAmounts(asked)},
    amounts as (
      select *, min(number) over (partition by key) <> max(number) over (partition by key) as is_shared
      from set_amounts
    )
    select json_agg(json_build_array(
        key, transaction_no, merchant_id, amount_minor, batch_id, number, sequence, first_sequence,
        is_funded, is_held, counts_for_batch, floor(extract(epoch from at) * 1000)::bigint
      ) order by sequence, transaction_no, row) filter (where is_shared)::text as shared,
      (count(distinct transaction_no) filter (where ${isOwn}))::int as transactions,
      coalesce(sum(amount_minor) filter (where ${isOwn}), 0)::text as amount_minor
    from amounts`)
  const [found] = rows
  const amounts: SetAmountCells[] = JSON.parse(found?.shared ?? '[]')
  return {
    shared: [...Map.groupBy(amounts.map(setAmountOf), ({ key }) => key).values()],
    own: { transactions: found?.transactions ?? 0, amountMinor: BigInt(found?.amount_minor ?? 0) },
  }
}

const setAmountOf = ([
  key,
  transactionNo,
  merchantId,
  amountMinor,
  batchId,
  batchNumber,
  sequence,
  firstSequence,
  isCertain,
  isHeld,
  countsForBatch,
  atMs,
]: SetAmountCells): SetAmount => ({
  key,
  transactionNo,
  merchantId,
  amountMinor,
  batchId,
  batchNumber,
  sequence: sequence ?? Number.POSITIVE_INFINITY,
  firstSequence: firstSequence ?? Number.POSITIVE_INFINITY,
  isCertain,
  isHeld,
  countsForBatch,
  at: new Date(atMs ?? 0).toISOString(),
})

/** What the partner held of the transaction before the batch's first request. */
const heldBeforeBatch = (
  sent: readonly SetAmount[],
  batchId: string,
  { firstSequence }: Pick<SetAmount, 'firstSequence'>,
): HeldAmount[] =>
  foldHeld(
    sent.filter((amount) => amount.isHeld && amount.batchId !== batchId && amount.sequence < firstSequence),
  )

type OverwrittenAmounts = Record<'overwrittenBy' | 'overwrites', OverwrittenAmount[]>

/** For one transaction: how later batches changed what this batch set, and how this batch changes earlier ones. */
function overwritesOf(sent: readonly SetAmount[], batchId: string): OverwrittenAmounts {
  const own = sent.filter((amount) => amount.batchId === batchId && amount.countsForBatch)
  const [first] = own
  if (!first) return { overwrittenBy: [], overwrites: [] }
  const amounts = new Map<string, bigint>()
  for (const { merchantId, amountMinor } of own)
    amounts.set(merchantId, (amounts.get(merchantId) ?? 0n) + BigInt(amountMinor))
  const now = foldHeld(sent.filter(({ isHeld }) => isHeld))
  const before = heldBeforeBatch(sent, batchId, first)
  const set = { transactionNo: first.transactionNo, amounts }
  return {
    overwrittenBy: first.isCertain ? overwrittenIn(set, batchId, { now, before }) : [],
    overwrites: overwritingOf(set, before),
  }
}

export type Overwrites = OverwrittenAmounts & {
  /** What the partner holds now for the transactions that it accepted from this batch. */
  now: NonNullable<BatchView['overwrites']['now']>
}

/** Every amount of a batch that later batches changed, and every earlier amount that it changes or will change. */
export async function findOverwrites(db: DbOrTx, { id }: Pick<BatchRow, 'id'>): Promise<Overwrites> {
  const { shared, own } = await listSharedTransactions(db, transactionsOfBatches(sql`id = ${id}::uuid`), id)
  const found = shared.map((sent) => overwritesOf(sent, id))
  const accepted = shared.filter((sent) => sent.some(({ batchId, isCertain }) => batchId === id && isCertain))
  const { amountMinor, isCertain } = sumHeld(
    accepted.flatMap((sent) => foldHeld(sent.filter(({ isHeld }) => isHeld))),
  )
  return {
    overwrittenBy: found.flatMap(({ overwrittenBy }) => overwrittenBy),
    overwrites: found.flatMap(({ overwrites }) => overwrites),
    now: {
      transactions: own.transactions + accepted.length,
      held: { amountMinor: own.amountMinor + BigInt(amountMinor), isCertain },
    },
  }
}

/** The same, summed per batch. */
export const sumOfOverwrites = ({ overwrittenBy, overwrites, now }: Overwrites): BatchView['overwrites'] => ({
  by: sumOverwrites(overwrittenBy),
  of: sumOverwrites(overwrites),
  now,
})

/**
 * For each batch: the sum that the partner held before it, for the transactions that it accepted from the batch.
 * Batches with no such money are missing. If a merchant has two rows in one transaction, the first row gets the
 * amount, as in `findWas`.
 */
export async function sumHeldBefore(db: DbOrTx, ids: readonly string[]): Promise<Map<string, WasSum>> {
  const sums = new Map<string, WasSum>()
  if (ids.length === 0) return sums
  const { shared } = await listSharedTransactions(db, transactionsOfBatches(isOneOf(ids)))
  for (const sent of shared) {
    const accepted = sent.filter(({ isCertain }) => isCertain)
    for (const [id, own] of Map.groupBy(accepted, ({ batchId }) => batchId)) {
      const [first] = own
      if (!first || !ids.includes(id)) continue
      for (const { merchantId, amountMinor, isCertain } of heldBeforeBatch(sent, id, first)) {
        const row = own.find((amount) => amount.merchantId === merchantId)
        if (!row) continue
        const was = BigInt(amountMinor)
        const takenMinor = takenFrom(was, BigInt(row.amountMinor))
        sums.set(id, addWas(sums.get(id) ?? NO_WAS, { amountMinor: was, isCertain, takenMinor }))
      }
    }
  }
  return sums
}

const isOneOf = (ids: readonly string[]): SQL =>
  sql`id in (select json_array_elements_text(${JSON.stringify(ids)}::json)::uuid)`

/** If more batches than these changed amounts since, a page reads its own transactions instead of theirs. */
const MAX_OVERWRITING_BATCHES = 200

type Listed = Pick<BatchRow, 'id' | 'status' | 'createdAt'>

/**
 * For a page of the batch list: which batches overwrote each one, and which it overwrote. Reads at most the first
 * `MAX_COMPARED_TRANSACTIONS` of `maxOverwriting` batches that changed amounts, or of the page's own batches if more
 * changed amounts since.
 */
export async function listOverwrites(
  db: DbOrTx,
  batches: readonly Listed[],
  maxOverwriting = MAX_OVERWRITING_BATCHES,
): Promise<(batch: Listed) => BatchListItem['overwrites']> {
  const links = new Map<string, Record<'by' | 'of', Map<string, number>>>()
  const frozen = batches.filter(({ status }) => status !== 'draft' && status !== 'discarded')
  for (const { id } of frozen) links.set(id, { by: new Map(), of: new Map() })
  const since = frozen.map(({ createdAt }) => createdAt.toISOString()).sort()[0]
  // A batch that overwrote one of these was updated after that one was created; an index finds such batches. A batch with
  // a request that was recorded as funded later is read too: whoever overwrote it did not know, and counted no change.
  const isShown = isOneOf([...links.keys()])
  const isOverwriting = sql`status not in ('draft', 'discarded')
    and updated_at >= ${since}::timestamptz and ${OVERWRITES_EARLIER}`
  const isRelevant = sql`${isOverwriting}
    or ${isShown} and exists (select from funding_attempts where batch_id = batches.id and resolution = 'found')`
  const overwriting = since
    ? await db.execute(sql`select from funding_batches where ${isOverwriting} limit ${maxOverwriting + 1}`)
    : null
  const { shared } = overwriting
    ? await listSharedTransactions(
        db,
        transactionsOfBatches(
          overwriting.rows.length > maxOverwriting ? isShown : isRelevant,
          MAX_COMPARED_TRANSACTIONS,
        ),
      )
    : { shared: [] }
  for (const sent of shared) {
    for (const id of new Set(sent.map(({ batchId }) => batchId))) {
      const own = links.get(id)
      if (!own) continue
      const { overwrittenBy, overwrites } = overwritesOf(sent, id)
      for (const other of changedOnly(overwrittenBy)) own.by.set(other.batchId, other.batchNumber)
      for (const other of changedOnly(overwrites)) own.of.set(other.batchId, other.batchNumber)
    }
  }
  const linksOf = (found: ReadonlyMap<string, number> = new Map()) =>
    [...found].map(([id, number]) => ({ id, number })).sort((one, other) => one.number - other.number)
  return ({ id }) => ({ by: linksOf(links.get(id)?.by), of: linksOf(links.get(id)?.of) })
}

const changedOnly = (amounts: readonly OverwrittenAmount[]): OverwrittenAmount[] =>
  amounts.filter(({ isCertain, wasMinor, newMinor }) => isCertain && wasMinor !== newMinor)
