import { parseDecimal } from '@/lib/domain/values/decimal'

/**
 * The status of a payment link. `other-amount`: the sale's amount differs from the link's, or is unknown. `paid-twice`:
 * several sales came back, whatever their amounts.
 */
const PAYMENT_LINK_STATES = ['not-paid', 'paid', 'other-amount', 'paid-twice'] as const
export type PaymentLinkState = (typeof PAYMENT_LINK_STATES)[number]

/** Decides by the approved sales that came back. Amounts are cents. */
export function paymentLinkState(
  amountMinor: number,
  sales: readonly { amountMinor: number | null }[],
): PaymentLinkState {
  if (sales.length === 0) return 'not-paid'
  if (sales.length > 1) return 'paid-twice'
  return sales.every((sale) => sale.amountMinor === amountMinor) ? 'paid' : 'other-amount'
}

/** `$1,250.5` → 125050; null if the text is not an amount of whole cents. */
export function readLinkAmount(typed: string): number | null {
  const units = typed.includes('%') ? null : parseDecimal(typed)
  return units === null || units <= 0n || units % 10_000n !== 0n || units >= 10n ** 14n
    ? null
    : Number(units / 10_000n)
}
