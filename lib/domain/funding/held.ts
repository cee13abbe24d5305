import { decimalCents } from '@/lib/domain/values/money'
import type { FundingLine } from './line'

/**
 * What the partner holds of one transaction for one merchant. `isCertain` is false if a request with it has an
 * unknown outcome: `amountMinor` is then the most that it may be, and the batch is that request's. An amount of 0 was
 * taken back.
 */
export type HeldAmount = {
  merchantId: string
  /** Cents. */
  amountMinor: number
  isCertain: boolean
  batchId: string
  batchNumber: number
  /** When the partner answered, or if it did not, when the request was sent. ISO text. */
  at: string
}

/**
 * Computes what the partner holds of one transaction from everything sent for it, oldest attempt first. A later
 * amount replaces the same merchant's earlier one; merchants that a later request omits keep theirs; several amounts
 * for a merchant in one request add up. A request of unknown outcome may or may not have replaced anything, so the
 * larger amount counts until the merchant is in an accepted request again.
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

/** Within one batch a transaction is in only one request, so amounts for the same merchant add up. */
function sumTwice(sent: readonly HeldAmount[]): HeldAmount[] {
  const first = new Map<string, HeldAmount>()
  for (const amount of sent) {
    const key = JSON.stringify([amount.batchId, amount.merchantId])
    const before = first.get(key)
    first.set(key, before ? { ...before, amountMinor: before.amountMinor + amount.amountMinor } : amount)
  }
  return [...first.values()]
}

/** The sum over all merchants; an upper limit if one of them is not certain. */
export const sumHeld = (held: readonly HeldAmount[]): { amountMinor: number; isCertain: boolean } => ({
  amountMinor: held.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  isCertain: held.every(({ isCertain }) => isCertain),
})

/**
 * Sets one transaction's lines to what the partner holds: merchants without held money get $0.00, and held merchants
 * without a line get a new line at the end. Lines that already match are returned unchanged.
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
