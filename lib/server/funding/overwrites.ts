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
import type { BatchRow } from './data'
import { MOST_COMPARED } from './money-result'
import type { BatchListItem, BatchView } from './views'

/** A condition on batches: it changed earlier amounts, as counted when it was frozen. */
export const SETS_AGAIN = sql`((money->>'changeCount')::int > 0 or money->>'changedIsMinor' <> '0')`

/** SQL for `setAmounts`: the transactions of some batches, at most `most` of each, by their names in the callback log. */
export const transactionsOfBatches = (isIt: SQL, most = MAX_LINES): SQL => sql`
  select distinct case when id <> '' then 'id ' || id else 'ref ' || given.reference end as key, id,
    coalesce(logged.reference, case when id = '' then given.reference else '' end) as reference
  from (
    select distinct profile_id, transaction_id, reference
    from (select id, profile_id from funding_batches batches where ${isIt} offset 0) batches
      -- One batch at a time, so that PostgreSQL uses the index and does not read the whole table.
      cross join lateral (
        select transaction_id, retrieval_reference_number as reference from funding_lines
        where batch_id = batches.id and transaction_no < ${most}::int offset 0
      ) lines
  ) given
  -- A reference number that two sales of the profile share identifies neither.
  left join lateral (
    select min(tran_id) as tran_id from callback_events
    where given.transaction_id = '' and retrieval_ref_number = given.reference and retrieval_ref_number <> ''
      and profile_id || '' = given.profile_id
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
  isToBe: boolean
}

type SetCells = [
  key: string,
  transactionNo: number,
  merchantId: string,
  amountMinor: number,
  batchId: string,
  batchNumber: number,
  sequence: number | null,
  firstSequence: number | null,
  isFunded: boolean,
  isHeld: boolean,
  isToBe: boolean,
  atMs: string | null,
]

/**
 * The transactions in `asked` that several batches set, oldest amount first; no others can be overwritten. `alone`: the
 * accepted transactions of `batchId` that no other batch set.
 */
async function listSetAgain(
  db: DbOrTx,
  asked: SQL,
  batchId: string | null = null,
): Promise<{ again: SetAmount[][]; alone: { transactions: number; amountMinor: bigint } }> {
  // One JSON text, because parsing many rows cell by cell takes longer than finding them.
  const { rows } = await db.execute<{ again: string | null; transactions: number; amount_minor: string }>(sql`
    with ${setAmounts(asked)},
    amounts as (
      select *, min(number) over (partition by key) <> max(number) over (partition by key) as is_again
      from set_amounts
    )
    select json_agg(json_build_array(key, transaction_no, merchant_id, amount_minor, batch_id, number, sequence,
        first_sequence, is_funded, is_held, is_to_be, floor(extract(epoch from at) * 1000)::text) order by sequence, transaction_no, row)
        filter (where is_again)::text as again,
      (count(distinct transaction_no) filter (where ${isAlone(batchId)}))::int as transactions,
      coalesce(sum(amount_minor) filter (where ${isAlone(batchId)}), 0)::text as amount_minor
    from amounts`)
  const [found] = rows
  const cells: SetCells[] = JSON.parse(found?.again ?? '[]')
  return {
    again: [...Map.groupBy(cells.map(setAmountOf), ({ key }) => key).values()],
    alone: { transactions: found?.transactions ?? 0, amountMinor: BigInt(found?.amount_minor ?? 0) },
  }
}

const isAlone = (batchId: string | null): SQL =>
  sql`not is_again and is_funded and batch_id = ${batchId}::uuid`

const setAmountOf = ([
  key,
  transactionNo,
  merchantId,
  amountMinor,
  batchId,
  batchNumber,
  sequence,
  firstSequence,
  isFunded,
  isHeld,
  isToBe,
  atMs,
]: SetCells): SetAmount => ({
  key,
  transactionNo,
  merchantId,
  amountMinor,
  batchId,
  batchNumber,
  at: new Date(Number(atMs ?? 0)).toISOString(),
  sequence: sequence ?? Number.POSITIVE_INFINITY,
  firstSequence: firstSequence ?? Number.POSITIVE_INFINITY,
  isCertain: isFunded,
  isHeld,
  isToBe,
})

/** For one transaction: how later batches changed what this batch set, and how this batch changes earlier ones. */
function overwritesOf(sent: readonly SetAmount[], batchId: string): Record<'by' | 'of', OverwrittenAmount[]> {
  const own = sent.filter((amount) => amount.batchId === batchId && amount.isToBe)
  const [first] = own
  if (!first) return { by: [], of: [] }
  const amounts = new Map<string, bigint>()
  for (const { merchantId, amountMinor } of own)
    amounts.set(merchantId, (amounts.get(merchantId) ?? 0n) + BigInt(amountMinor))
  const held = sent.filter(({ isHeld }) => isHeld)
  const before = foldHeld(
    held.filter((amount) => amount.batchId !== batchId && amount.sequence < first.firstSequence),
  )
  const set = { transactionNo: first.transactionNo, amounts }
  return {
    by: first.isCertain ? overwrittenIn(set, batchId, { now: foldHeld(held), before }) : [],
    of: overwritingOf(set, before),
  }
}

export type Overwrites = Record<'by' | 'of', OverwrittenAmount[]> & {
  /** What the partner holds now for the transactions that it accepted from this batch. */
  now: NonNullable<BatchView['overwrites']['now']>
}

/** Every amount of a batch that later batches changed, and every earlier amount that it changes or will change. */
export async function findOverwrites(db: DbOrTx, { id }: Pick<BatchRow, 'id'>): Promise<Overwrites> {
  const { again, alone } = await listSetAgain(db, transactionsOfBatches(sql`id = ${id}::uuid`), id)
  const found = again.map((sent) => overwritesOf(sent, id))
  const taken = again.filter((sent) => sent.some(({ batchId, isCertain }) => batchId === id && isCertain))
  const { amountMinor, isCertain } = sumHeld(
    taken.flatMap((sent) => foldHeld(sent.filter(({ isHeld }) => isHeld))),
  )
  return {
    by: found.flatMap(({ by }) => by),
    of: found.flatMap(({ of }) => of),
    now: {
      transactions: alone.transactions + taken.length,
      held: { amountMinor: alone.amountMinor + BigInt(amountMinor), isCertain },
    },
  }
}

/** The same, with `by` and `of` summed per batch. */
export const sumOfOverwrites = ({ by, of, now }: Overwrites): BatchView['overwrites'] => ({
  by: sumOverwrites(by),
  of: sumOverwrites(of),
  now,
})

/**
 * What the partner held before, by batch, for what it accepted from each of these batches; batches without are missing.
 * If a merchant has two rows in a transaction, the first one gets it, as in `findWas`.
 */
export async function sumHeldBefore(db: DbOrTx, ids: readonly string[]): Promise<Map<string, WasSum>> {
  const sums = new Map<string, WasSum>()
  if (ids.length === 0) return sums
  const { again } = await listSetAgain(db, transactionsOfBatches(isOneOf(ids)))
  for (const sent of again) {
    for (const [id, own] of Map.groupBy(
      sent.filter(({ isCertain }) => isCertain),
      ({ batchId }) => batchId,
    )) {
      const [first] = own
      if (!first || !ids.includes(id)) continue
      const before = foldHeld(
        sent.filter(
          ({ isHeld, batchId, sequence }) => isHeld && batchId !== id && sequence < first.firstSequence,
        ),
      )
      for (const { merchantId, amountMinor, isCertain } of before) {
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
export const MOST_CHANGING = 200

type Listed = Pick<BatchRow, 'id' | 'status' | 'createdAt'>

/**
 * The same for a page of the list, as links to batches only. Reads at most the first `MOST_COMPARED` transactions of
 * `mostChanging` batches that changed amounts, or of the page's own batches if more changed amounts since.
 */
export async function listOverwrites(
  db: DbOrTx,
  batches: readonly Listed[],
  mostChanging = MOST_CHANGING,
): Promise<(batch: Listed) => BatchListItem['overwrites']> {
  const links = new Map<string, Record<'by' | 'of', Map<string, number>>>()
  const frozen = batches.filter(({ status }) => status !== 'draft' && status !== 'discarded')
  for (const { id } of frozen) links.set(id, { by: new Map(), of: new Map() })
  const since = frozen.map(({ createdAt }) => createdAt.toISOString()).sort()[0]
  // A batch that overwrote one of these was updated after that one was created; an index finds such batches. A batch with
  // a request that was recorded as funded later is read too: whoever overwrote it did not know, and counted no change.
  const isShown = isOneOf([...links.keys()])
  const isChanging = sql`status not in ('draft', 'discarded') and updated_at >= ${since}::timestamptz and ${SETS_AGAIN}`
  const isConcerned = sql`${isChanging}
    or ${isShown} and exists (select from funding_attempts where batch_id = batches.id and resolution = 'found')`
  const changing = since
    ? await db.execute(sql`select from funding_batches where ${isChanging} limit ${mostChanging + 1}`)
    : null
  const { again } = changing
    ? await listSetAgain(
        db,
        transactionsOfBatches(changing.rows.length > mostChanging ? isShown : isConcerned, MOST_COMPARED),
      )
    : { again: [] }
  for (const sent of again) {
    for (const id of new Set(sent.map(({ batchId }) => batchId))) {
      const own = links.get(id)
      if (!own) continue
      const { by, of } = overwritesOf(sent, id)
      for (const other of changedOnly(by)) own.by.set(other.batchId, other.batchNumber)
      for (const other of changedOnly(of)) own.of.set(other.batchId, other.batchNumber)
    }
  }
  const linksOf = (found: ReadonlyMap<string, number> = new Map()) =>
    [...found].map(([id, number]) => ({ id, number })).sort((one, other) => one.number - other.number)
  return ({ id }) => ({ by: linksOf(links.get(id)?.by), of: linksOf(links.get(id)?.of) })
}

const changedOnly = (amounts: readonly OverwrittenAmount[]): OverwrittenAmount[] =>
  amounts.filter(({ isCertain, wasMinor, newMinor }) => isCertain && wasMinor !== newMinor)
