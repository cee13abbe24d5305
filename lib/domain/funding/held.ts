import { decimalCents } from '@/lib/domain/values/money'
import type { FundingLine } from './line'

/**
 * What the partner holds of one transaction for one merchant. `isCertain` is false where the outcome of a request
 * that named it is unknown: `amountMinor` is then the most that it may be, and the batch is the one whose outcome is
 * unknown. An amount of 0 is one that was taken back.
 */
export type HeldAmount = {
  merchantId: string
  /** Cents. */
  amountMinor: number
  isCertain: boolean
  batchId: string
  batchNumber: number
  /** When the partner answered; where it did not, when it was sent. ISO text. */
  at: string
}

/**
 * Folds what was sent of one transaction, oldest attempt first, into what the partner holds. The partner creates or
 * modifies merchant by merchant: a later amount replaces that merchant's earlier one, and what a later request leaves
 * out stays; two amounts of one request for a merchant are both there. A request of unknown outcome may or may not have replaced anything, so the larger amount counts until an
 * accepted request makes its merchants certain again.
 */
export function foldHeld(sent: readonly HeldAmount[]): HeldAmount[] {
  const byMerchant = new Map<string, HeldAmount>()
  for (const amount of sumTwice(sent)) {
    const before = byMerchant.get(amount.merchantId)
    byMerchant.set(
      amount.merchantId,
      amount.isCertain || !before
        ? amount
        : { ...amount, amountMinor: Math.max(before.amountMinor, amount.amountMinor) },
    )
  }
  return [...byMerchant.values()]
}

/** A batch names a transaction once: two amounts of it for one merchant stand in one request. */
function sumTwice(sent: readonly HeldAmount[]): HeldAmount[] {
  const first = new Map<string, HeldAmount>()
  for (const amount of sent) {
    const key = JSON.stringify([amount.batchId, amount.merchantId])
    const before = first.get(key)
    first.set(key, before ? { ...before, amountMinor: before.amountMinor + amount.amountMinor } : amount)
  }
  return [...first.values()]
}

/** What the partner holds of a transaction over all merchants; at most so much where one of them is not certain. */
export const sumHeld = (held: readonly HeldAmount[]): { amountMinor: number; isCertain: boolean } => ({
  amountMinor: held.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  isCertain: held.every(({ isCertain }) => isCertain),
})

/**
 * The lines of one transaction with the amounts that the partner holds of it. Whoever it holds money for beside them gets
 * a line after them; whoever it holds none for has $0.00. Lines that say what is held stay as they are.
 */
export function linesAsHeld<Line extends FundingLine & { amountMinor: bigint | null }>(
  lines: readonly Line[],
  held: readonly HeldAmount[],
  nextRow: () => number,
): FundingLine[] {
  const left = new Map(held.map(({ merchantId, amountMinor }) => [merchantId, BigInt(amountMinor)]))
  const asHeld = lines.map((line): FundingLine => {
    const minor = left.get(line.merchantId) ?? 0n
    left.delete(line.merchantId)
    return minor === line.amountMinor ? line : { ...line, amount: decimalCents(minor), isAdded: false }
  })
  const [first] = lines
  if (!first) return asHeld
  const { transactionId, retrievalReferenceNumber } = first
  for (const [merchantId, minor] of left) {
    if (minor === 0n) continue
    const amount = decimalCents(minor)
    asHeld.push({ row: nextRow(), transactionId, retrievalReferenceNumber, merchantId, amount })
  }
  return asHeld
}
