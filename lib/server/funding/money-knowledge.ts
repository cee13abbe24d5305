import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import type { BatchPurpose } from '@/lib/domain/funding/batch'
import type { BatchTerms } from '@/lib/domain/funding/check-batch'
import { type MoneyKnowledge, transactionKey } from '@/lib/domain/funding/check-money'
import type { StatedTotal } from '@/lib/domain/funding/totals-rows'
import { isUnloggedRefused } from '@/lib/domain/settings/funding-rules'
import { type HeldAmount, type HeldOptions, listHeldAmounts } from '@/lib/server/sales/held-amounts'
import { listRefusedTransactions } from '@/lib/server/sales/refused-sales'
import { loadFundingRules } from '@/lib/server/settings'
import { listJudges } from './approvals'
import { loadMerchants } from './known-merchants'
import {
  doubtfulIds,
  listSaleRows,
  loadSales,
  type Named,
  namedById,
  readSoleReferences,
  unloggedIds,
} from './logged-sales'
import {
  listDeclaredAbsent,
  listNamedInBatches,
  listOpen,
  listSameInBatches,
  nameTransactions,
} from './named-in-batches'
import { listOtherSpellings, listSimilarSales, listSlipSales } from './similar-sales'

/** The batch that the lines belong to. One that is not stored yet has no id, but may have a parent. */
export type CheckedBatch = {
  profileId: string
  batchId: string | null
  parentId: string | null
  purpose: BatchPurpose
  /** Totals that its source stated. */
  statedTotals?: readonly StatedTotal[]
  /** Unused columns of its source. */
  otherColumns?: readonly string[]
}

type Asked = {
  batch: CheckedBatch
  lines: readonly Named[]
  /** Of the profile. */
  terms: Pick<BatchTerms, 'isLive' | 'finalCodes'>
  /** Cents by transaction ID, as far as known. */
  given: ReadonlyMap<string, number>
}

/**
 * Everything that the desk knows about the transactions and merchants of these lines, in a few statements per few
 * thousand lines. Hold `lockFundingStatus` to act on the result.
 */
export async function loadMoneyKnowledge(
  db: DbOrTx,
  { batch, lines, terms, given }: Asked,
): Promise<MoneyKnowledge> {
  const { profileId, batchId } = batch
  const rules = await loadFundingRules(db)
  const logged = await loadLoggedSales(db, profileId, lines)
  const { rows, findTransactionId } = logged
  const sales = await loadSales(db, profileId, rows, findTransactionId)
  const names = await nameTransactions([...lines, ...logged.salesMeant], findTransactionId, rows)
  const { transactions, spelledOtherwise } = await listNamedInBatches(db, names)
  const held = await listHeldAmounts(db, transactions, { exceptBatch: batchId ?? undefined })
  const refusals = await listRefusedTransactions(db, { ...terms, profileId }, transactions, batchId)
  return {
    names: [...logged.soleReferences],
    sales,
    held: [...held].map(([key, amounts]) => ({ key, amounts })),
    open: await listOpen(db, transactions, batchId),
    declaredAbsent: await listDeclaredAbsent(db, transactions, batchId),
    refused: refusals.map((refusal) => ({ ...refusal, batch: refusal.batch.number })),
    similarSales: [
      ...(await listSimilarSales(db, profileId, logged.withoutOtherSpelling, lines)),
      ...(await listSlipSales(db, profileId, await doubtfulIds(lines, sales, given), lines)),
    ],
    otherSpellings: logged.otherSpellings,
    sameInBatches: await listSameInBatches(db, batch, spelledOtherwise),
    ...(await loadMerchants(db, lines, [...sales, ...[...held.values()].flat()])),
    overrides: batchId === null || !rules.overSale ? [] : await listOverrides(db, batchId),
    origins: await listOrigins(db, batch),
    unlogged: isUnloggedRefused(rules.unlogged, terms.isLive === true) ? 'refused' : 'allowed',
  }
}

/**
 * The log's rows for these lines. IDs that the log does not have as typed are looked up in other spellings: where one
 * sale matches, `salesMeant` names it, and `rows` include it. `withoutOtherSpelling`: the IDs that no sale matches.
 */
async function loadLoggedSales(db: DbOrTx, profileId: string, lines: readonly Named[]) {
  const rows = await listSaleRows(db, profileId, lines)
  const unlogged = await unloggedIds(lines, rows)
  const otherSpellings = await listOtherSpellings(db, profileId, unlogged)
  const spelledOtherwise = new Set(otherSpellings.map(([id]) => id))
  const salesMeant = otherSpellings.flatMap(([, ids]) => (ids.length === 1 ? ids.map(namedById) : []))
  for (const row of await listSaleRows(db, profileId, salesMeant)) rows.push(row)
  return {
    rows,
    ...readSoleReferences(rows),
    otherSpellings,
    salesMeant,
    withoutOtherSpelling: unlogged.filter((id) => !spelledOtherwise.has(id)),
  }
}

/**
 * Finds what the partner held of a line's transaction for the line's merchant before its batch was sent, as far as the
 * desk knows today; null if nothing.
 */
export async function heldBeforeFinder(
  db: DbOrTx,
  { id: beforeBatch, profileId }: { id: string; profileId: string },
  lines: readonly Named[],
): Promise<(line: Named) => HeldAmount | null> {
  const heldOf = await heldFinder(db, profileId, lines, { beforeBatch, exceptBatch: beforeBatch })
  return (line) => heldOf(line)?.find(({ merchantId }) => merchantId === line.merchantId) ?? null
}

/** Finds what the partner holds of a line's transaction; undefined if nothing was ever sent for it. */
export async function heldFinder(
  db: DbOrTx,
  profileId: string,
  lines: readonly Named[],
  options: HeldOptions = {},
): Promise<(line: Named) => readonly HeldAmount[] | undefined> {
  const rows = await listSaleRows(db, profileId, lines)
  const { findTransactionId } = readSoleReferences(rows)
  const held = await listHeldAmounts(db, await nameTransactions(lines, findTransactionId, rows), options)
  return (line) => held.get(transactionKey(line, findTransactionId))
}

async function listOverrides(db: DbOrTx, batchId: string): Promise<MoneyKnowledge['overrides']> {
  const { rows } = await db.execute<{
    key: string
    allowed_minor: string
    sale_minor: string
    shares: Record<string, number>
    by: string
    by_id: string
    reason: string
  }>(sql`
    select overrides.by as by_id, overrides.key, overrides.allowed_minor, overrides.sale_minor, users.name as by, overrides.reason,
      coalesce((
        select json_object_agg(payee.merchant_id, payee.cents)
        from unnest(overrides.payees, overrides.amounts) as payee (merchant_id, cents)
      ), '{}') as shares
    from funding_overrides overrides
      join users on users.id = overrides.by
      join funding_batches batches on batches.id = overrides.batch_id and overrides.by <> all (batches.worked_on_by)
    where overrides.batch_id = ${batchId}::uuid order by overrides.key`)
  if (rows.length === 0) return []
  // Submitting adds them to `worked_on_by`; a draft must not show as allowed what submitting then refuses.
  const judges = (await listJudges(db, [batchId])).get(batchId) ?? []
  const valid = rows.filter(({ by_id }) => !judges.includes(by_id))
  return valid.map(({ key, allowed_minor, sale_minor, shares, by, reason }) => ({
    key,
    allowedMinor: Number(allowed_minor),
    saleMinor: Number(sale_minor),
    shares,
    by,
    reason,
  }))
}

/**
 * The numbers of the batches that this one corrects, directly or through their own corrections. A retried batch does
 * not count: what it funded did not fail, and is only in the retry if someone typed its identifier there.
 */
async function listOrigins(db: DbOrTx, { parentId, purpose }: CheckedBatch): Promise<number[]> {
  if (parentId === null) return []
  const { rows } = await db.execute<{ number: string }>(sql`
    with recursive ancestors (parent_id, number, purpose, is_corrected) as (
      select parent_id, number, purpose, ${purpose === 'correction'}::boolean from funding_batches
      where id = ${parentId}::uuid
      union all
      select parents.parent_id, parents.number, parents.purpose, ancestors.purpose = 'correction'
      from funding_batches parents join ancestors on parents.id = ancestors.parent_id
    )
    select number from ancestors where is_corrected`)
  return rows.map(({ number }) => Number(number))
}
