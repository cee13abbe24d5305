import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import type { BatchPurpose } from '@/lib/domain/funding/batch'
import type { BatchTerms } from '@/lib/domain/funding/check-batch'
import { type MoneyKnowledge, transactionKey } from '@/lib/domain/funding/check-money'
import type { StatedTotal } from '@/lib/domain/funding/totals-rows'
import { isUnloggedRefused } from '@/lib/domain/settings/funding-rules'
import { type HeldAmount, listHeldAmounts } from '@/lib/server/sales/held-amounts'
import { listRefusedTransactions } from '@/lib/server/sales/refused-sales'
import { loadFundingRules } from '@/lib/server/settings'
import { listJudges } from './approvals'
import { loadMerchants } from './known-merchants'
import { listLikeSales, listSameSales, listSlipSales } from './like-sales'
import {
  doubtfulIds,
  listSaleRows,
  loadSales,
  type Named,
  namedById,
  soleReferences,
  unloggedIds,
} from './logged-sales'
import {
  listDeclaredAbsent,
  listNamedInBatches,
  listOpen,
  listSameInBatches,
  nameTransactions,
} from './named-in-batches'

/** The batch that the lines belong to. One that is not stored yet has no id, but may have a parent. */
export type Subject = {
  profileId: string
  batchId: string | null
  parentId: string | null
  purpose: BatchPurpose
  /** Totals that its source stated. */
  statedTotals?: readonly StatedTotal[]
  /** Unused columns of its source. */
  otherColumns?: readonly string[]
}

/**
 * Everything that the desk knows about the transactions and merchants of these lines, in a few statements per few
 * thousand lines. `terms`: of the profile. `given`: cents by transaction ID, as far as known. Hold
 * `lockFundingStatus` to act on the result.
 */
export async function loadMoneyKnowledge(
  db: DbOrTx,
  subject: Subject,
  lines: readonly Named[],
  terms: Pick<BatchTerms, 'isLive' | 'finalCodes'>,
  given: ReadonlyMap<string, number> = new Map(),
): Promise<MoneyKnowledge> {
  const rules = await loadFundingRules(db)
  const rows = await listSaleRows(db, subject.profileId, lines)
  const unlogged = await unloggedIds(lines, rows)
  const sameSales = await listSameSales(db, subject.profileId, unlogged)
  const same = new Set(sameSales.map(([id]) => id))
  const likeable = unlogged.filter((id) => !same.has(id))
  const meant = sameSales.flatMap(([, ids]) => (ids.length === 1 ? ids.map(namedById) : []))
  for (const row of await listSaleRows(db, subject.profileId, meant)) rows.push(row)
  const names = soleReferences(rows)
  const find = (reference: string) => names.get(reference) ?? null
  const named = await nameTransactions(meant.length === 0 ? lines : [...lines, ...meant], find, rows)
  const sales = await loadSales(db, subject.profileId, rows, find)
  const { transactions, otherwise } = await listNamedInBatches(db, named)
  const held = await listHeldAmounts(db, transactions, { exceptBatch: subject.batchId ?? undefined })
  return {
    names: [...names],
    sales,
    held: [...held].map(([key, amounts]) => ({ key, amounts })),
    open: await listOpen(db, transactions, subject.batchId),
    declaredAbsent: await listDeclaredAbsent(db, transactions, subject.batchId),
    refused: (
      await listRefusedTransactions(
        db,
        { ...terms, profileId: subject.profileId },
        transactions,
        subject.batchId,
      )
    ).map(({ batch, ...refusal }) => ({ ...refusal, batch: batch.number })),
    likeSales: [
      ...(await listLikeSales(db, subject.profileId, likeable, lines)),
      ...(await listSlipSales(db, subject.profileId, await doubtfulIds(lines, sales, given), lines)),
    ],
    sameSales,
    sameInBatches: await listSameInBatches(db, subject, otherwise),
    ...(await loadMerchants(db, lines, [...sales, ...[...held.values()].flat()])),
    overrides: subject.batchId === null || !rules.overSale ? [] : await listOverrides(db, subject.batchId),
    origins: await listOrigins(db, subject),
    unlogged: isUnloggedRefused(rules.unlogged, terms.isLive === true) ? 'refused' : 'allowed',
  }
}

/** What the partner held for a line's merchant before a batch; `was` is null if nothing. */
type HeldBefore = { was: HeldAmount | null }

/**
 * Finds what the partner held for a line before its batch was sent, as far as the desk knows today. Null if it held
 * nothing of the line's transaction.
 */
export async function heldBeforeFinder(
  db: DbOrTx,
  { id: beforeBatch, profileId }: { id: string; profileId: string },
  lines: readonly Named[],
): Promise<(line: Named) => HeldBefore | null> {
  const heldOf = await heldFinder(db, profileId, lines, { beforeBatch, exceptBatch: beforeBatch })
  return (line) => {
    const amounts = heldOf(line)
    return amounts ? { was: amounts.find(({ merchantId }) => merchantId === line.merchantId) ?? null } : null
  }
}

/** Finds what the partner holds of a line's transaction; undefined if nothing was ever sent for it. */
export async function heldFinder(
  db: DbOrTx,
  profileId: string,
  lines: readonly Named[],
  of: Parameters<typeof listHeldAmounts>[2] = {},
): Promise<(line: Named) => readonly HeldAmount[] | undefined> {
  const { transactions, find } = await nameLines(db, profileId, lines)
  const held = await listHeldAmounts(db, transactions, of)
  return (line) => held.get(transactionKey(line, find))
}

/** The transactions of these lines, each with both of its identifiers if the log knows them. */
export async function nameLines(db: DbOrTx, profileId: string, lines: readonly Named[]) {
  const rows = await listSaleRows(db, profileId, lines)
  const names = soleReferences(rows)
  const find = (reference: string) => names.get(reference) ?? null
  return { transactions: await nameTransactions(lines, find, rows), find }
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
async function listOrigins(db: DbOrTx, { parentId, purpose }: Subject): Promise<number[]> {
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
