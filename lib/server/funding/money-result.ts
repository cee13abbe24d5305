import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import type { FundingRequestState } from '@/lib/domain/funding/batch'
import { addWas, NO_WAS, takenFrom, type WasSum } from '@/lib/domain/funding/change'
import { kindOfRow, type MerchantResult, type ResultKind } from '@/lib/domain/funding/result'
import { requestOfLine } from '@/lib/server/sales/query-parts'
import { type BatchRow, listLines, type RequestRow, type StoredLine } from './data'
import { heldBeforeFinder } from './money-knowledge'

/** Larger batches are not compared for a page; the downloads have all changes. */
export const MAX_COMPARED_TRANSACTIONS = 2_000

/**
 * All merchants of a submitted batch with the results of their rows, largest amount first. If the batch changes
 * amounts, also what the partner held before, unless it has more transactions than `maxCompared`.
 */
export async function listMerchantResults(
  db: DbOrTx,
  batch: BatchRow,
  requests: readonly RequestRow[],
  maxCompared = Number.POSITIVE_INFINITY,
): Promise<MerchantResult[]> {
  const { id: batchId, status } = batch
  const was = batch.transactions > maxCompared ? null : await sumWasByMerchant(db, batch, requests)
  const { rows } = await db.execute<{
    merchant_id: string
    name: string
    state: FundingRequestState
    is_failed: boolean
    rows: number
    amount_minor: string
  }>(sql`
    select sums.*, coalesce(merchants.name, '') as name from (
      select lines.merchant_id, requests.state, failures.transaction_no is not null as is_failed,
        count(*)::int as rows, coalesce(sum(lines.amount_minor), 0)::text as amount_minor
      from funding_lines lines
        join funding_requests requests on ${requestOfLine}
        left join funding_failures failures
          on failures.batch_id = lines.batch_id and failures.transaction_no = lines.transaction_no
      where lines.batch_id = ${batchId}::uuid
      group by 1, 2, 3
    ) sums left join merchants on merchants.merchant_id = sums.merchant_id`)
  return [...Map.groupBy(rows, ({ merchant_id }) => merchant_id)]
    .map(([merchantId, own]) => {
      const by: Partial<Record<ResultKind, { rows: number; amountMinor: bigint; was: WasSum | null }>> = {}
      for (const { state, is_failed, rows: count, amount_minor } of own) {
        const kind = kindOfRow(state, is_failed, status === 'sending')
        by[kind] = {
          rows: (by[kind]?.rows ?? 0) + count,
          amountMinor: (by[kind]?.amountMinor ?? 0n) + BigInt(amount_minor),
          was: was && (was.get(merchantId)?.[kind] ?? NO_WAS),
        }
      }
      return {
        merchantId,
        name: own[0]?.name ?? '',
        rows: own.reduce((sum, { rows: count }) => sum + count, 0),
        amountMinor: own.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n),
        by,
      }
    })
    .sort((a, b) => (a.amountMinor === b.amountMinor ? 0 : a.amountMinor > b.amountMinor ? -1 : 1))
}

async function sumWasByMerchant(
  db: DbOrTx,
  batch: BatchRow,
  requests: readonly RequestRow[],
): Promise<Map<string, Partial<Record<ResultKind, WasSum>>> | null> {
  if (!changesHeld(batch)) return null
  const lines = await listLines(db, batch.id)
  const wasOf = await findWas(db, batch, lines)
  const failed = await listFailed(db, batch.id)
  const sums = new Map<string, Partial<Record<ResultKind, WasSum>>>()
  for (const line of lines) {
    const was = wasOf.get(line.row)
    const request = requestOf(requests, line)
    if (!was || !request) continue
    const kind = kindOfRow(request.state, failed.has(line.transactionNo), batch.status === 'sending')
    const own = sums.get(line.merchantId) ?? {}
    const { amountMinor, isCertain } = was
    const takenMinor = takenFrom(amountMinor, line.amountMinor ?? 0n)
    own[kind] = addWas(own[kind] ?? NO_WAS, { amountMinor, isCertain, takenMinor })
    sums.set(line.merchantId, own)
  }
  return sums
}

/**
 * What the partner held before the batch, by row number; rows without held money are missing. If a merchant has two
 * rows in a transaction, the first one gets it. `unknownIn`: the number of the batch whose unknown outcome makes it
 * uncertain.
 */
export async function findWas(
  db: DbOrTx,
  batch: BatchRow,
  lines: readonly StoredLine[],
): Promise<ReadonlyMap<number, WasSum & { unknownIn: number | null }>> {
  const heldBefore = await heldBeforeFinder(db, batch, lines)
  const seen = new Set<string>()
  return new Map(
    lines.flatMap((line) => {
      const was = heldBefore(line)
      const name = `${line.transactionNo} ${line.merchantId}`
      if (!was || seen.has(name)) return []
      seen.add(name)
      const { amountMinor, isCertain, batchNumber } = was
      return [
        [
          line.row,
          { amountMinor: BigInt(amountMinor), isCertain, unknownIn: isCertain ? null : batchNumber },
        ] as const,
      ]
    }),
  )
}

/** Whether the batch, when it was frozen, changed amounts that the partner holds. */
export const changesHeld = ({ money }: Pick<BatchRow, 'money'>): boolean => (money?.changeCount ?? 0) > 0

/** The request that contains the line. */
export const requestOf = (
  requests: readonly RequestRow[],
  { transactionNo }: { transactionNo: number },
): RequestRow | undefined =>
  requests.find(
    ({ firstTransaction, lastTransaction }) =>
      firstTransaction <= transactionNo && transactionNo <= lastTransaction,
  )

export async function listFailed(db: DbOrTx, batchId: string): Promise<ReadonlySet<number>> {
  const { rows } = await db.execute<{ transaction_no: number }>(
    sql`select transaction_no from funding_failures where batch_id = ${batchId}::uuid`,
  )
  return new Set(rows.map(({ transaction_no }) => transaction_no))
}
