import type { TransactionRange } from './check-batch'
import { type MoneyIndex, transactionKey } from './check-money'
import type { FundingLine } from './line'

/** A batch that funded some of a file's transactions, or may have. */
export type FundedBefore = { id: string; number: number; transactions: number }

/**
 * The batches that funded the file's transactions, the one with the most first. Each transaction counts for the
 * latest of its batches.
 */
export function fundedBefore(
  lines: readonly FundingLine[],
  transactions: readonly TransactionRange[],
  { held, findTransactionId }: Pick<MoneyIndex, 'held' | 'findTransactionId'>,
): FundedBefore[] {
  const batches = new Map<string, FundedBefore>()
  for (const { first } of transactions) {
    const line = lines[first]
    const paid = line
      ? (held.get(transactionKey(line, findTransactionId)) ?? []).filter(({ amountMinor }) => amountMinor > 0)
      : []
    const last = paid.reduce((latest, each) => (each.batchNumber > latest ? each.batchNumber : latest), 0)
    const latest = paid.find(({ batchNumber }) => batchNumber === last)
    if (!latest) continue
    const { batchId: id, batchNumber: number } = latest
    const batch = batches.get(id) ?? { id, number, transactions: 0 }
    batch.transactions += 1
    batches.set(id, batch)
  }
  return [...batches.values()].sort((one, other) => other.transactions - one.transactions)
}
