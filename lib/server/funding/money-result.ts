import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import type { FundingRequestState } from '@/lib/domain/funding/batch'
import { type ChangeSum, kindOfRow, type MerchantResult, type ResultKind } from '@/lib/domain/funding/result'
import { type BatchRow, listLines, type RequestRow } from './data'
import { heldBeforeFinder } from './money-knowledge'

/** Every merchant of a batch that was submitted, the largest amount first, with what became of its rows. */
export async function listMerchantResults(
  db: DbOrTx,
  { id: batchId, status }: Pick<BatchRow, 'id' | 'status'>,
): Promise<MerchantResult[]> {
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
        join funding_requests requests on requests.batch_id = lines.batch_id
          and lines.transaction_no between requests.first_transaction and requests.last_transaction
        left join funding_failures failures
          on failures.batch_id = lines.batch_id and failures.transaction_no = lines.transaction_no
      where lines.batch_id = ${batchId}::uuid
      group by 1, 2, 3
    ) sums left join merchants on merchants.merchant_id = sums.merchant_id`)
  return [...Map.groupBy(rows, ({ merchant_id }) => merchant_id)]
    .map(([merchantId, own]) => {
      const by: Partial<Record<ResultKind, { rows: number; amountMinor: bigint }>> = {}
      for (const { state, is_failed, rows: count, amount_minor } of own) {
        const kind = kindOfRow(state, is_failed, status === 'sending')
        by[kind] = {
          rows: (by[kind]?.rows ?? 0) + count,
          amountMinor: (by[kind]?.amountMinor ?? 0n) + BigInt(amount_minor),
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

/** More transactions are not gone through for a page; the results file has the changes of all. */
const MOST_COMPARED = 2_000

/**
 * What a batch that was sent made of amounts that the partner held before, by what became of it; null where it changed
 * none, and where it has more transactions than a page goes through.
 */
export async function sumChanges(
  db: DbOrTx,
  batch: BatchRow,
  requests: readonly RequestRow[],
): Promise<Partial<Record<ResultKind, ChangeSum>> | null> {
  if (!changesHeld(batch) || batch.transactions > MOST_COMPARED) return null
  const lines = await listLines(db, batch.id)
  const heldBefore = await heldBeforeFinder(db, batch, lines)
  const failed = await listFailed(db, batch.id)
  const sums: Partial<Record<ResultKind, ChangeSum>> = {}
  for (const line of lines) {
    const held = heldBefore(line)
    const request = requestOf(requests, line)
    if (held === null || !request) continue
    const kind = kindOfRow(request.state, failed.has(line.transactionNo), batch.status === 'sending')
    const before = sums[kind] ?? { wasMinor: 0n, isMinor: 0n, isCertain: true }
    sums[kind] = {
      wasMinor: before.wasMinor + BigInt(held.was?.amountMinor ?? 0),
      isMinor: before.isMinor + (line.amountMinor ?? 0n),
      isCertain: before.isCertain && (held.was?.isCertain ?? true),
    }
  }
  return sums
}

/** Whether it was told, when it was approved, that it changes amounts that the partner holds. */
export const changesHeld = ({ money }: Pick<BatchRow, 'money'>): boolean => (money?.changeCount ?? 0) > 0

/** The request that a line goes out with. */
export const requestOf = (
  requests: readonly RequestRow[],
  { transactionNo }: { transactionNo: number },
): RequestRow | undefined =>
  requests.find(
    ({ firstTransaction, lastTransaction }) =>
      firstTransaction <= transactionNo && transactionNo <= lastTransaction,
  )

async function listFailed(db: DbOrTx, batchId: string): Promise<ReadonlySet<number>> {
  const { rows } = await db.execute<{ transaction_no: number }>(
    sql`select transaction_no from funding_failures where batch_id = ${batchId}::uuid`,
  )
  return new Set(rows.map(({ transaction_no }) => transaction_no))
}
