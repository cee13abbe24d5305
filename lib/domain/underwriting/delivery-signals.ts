import { percent } from '@/lib/domain/values/decimal'
import { percentOf, shownAt } from './case-values'
import type { SignalRule } from './signal'

/** Networks let cardholders dispute a sale that did not arrive; after a month no one remembers it as open. */
const LATE_DAYS = 30

/** Deposits are usual; from a quarter of all sales on, the business lives on its customers' money. */
const ADVANCE_SHARE = percent(25)

/** Until the goods arrive, every sale can become a chargeback. If the business closes, we owe a month of them. */
export const lateDelivery: SignalRule = ({ draft }) => {
  const days = longestDays(draft.options.daysToShip)
  if (days === null || days <= LATE_DAYS) return []
  return [
    {
      code: 'late-delivery',
      weight: 'concern',
      title: `Delivery takes more than ${LATE_DAYS} days`,
      why: 'Undelivered sales are charged back if the business fails. Consider a reserve or payment on delivery.',
      values: [shownAt(draft, 'options.daysToShip')],
    },
  ]
}

/** If the business closes, we owe the money that it took before delivering. */
export const paidInAdvance: SignalRule = ({ draft }) => {
  const { options } = draft
  if (!('advancePaymentsPercent' in options)) return []
  const share = percentOf(options.advancePaymentsPercent)
  if (share === null || share < ADVANCE_SHARE) return []
  return [
    {
      code: 'paid-in-advance',
      weight: 'concern',
      title: 'High share of advance payments',
      why: 'Advance payments become chargebacks if the business fails. Ask how far ahead customers pay and how deposits are used.',
      values: [shownAt(draft, 'options.advancePaymentsPercent')],
    },
  ]
}

/** A customer who cannot get a refund disputes the charge, and a refund becomes a chargeback. */
export const noRefunds: SignalRule = ({ draft }) => {
  const policy = draft.options.refundPolicy
  if (!/\bno refunds?\b|non-?\s?refundable|exchanges? only|sales (are )?final/i.test(policy)) return []
  return [
    {
      code: 'no-refunds',
      weight: 'note',
      title: 'No refunds are given',
      why: 'Dissatisfied customers dispute the sale with their bank. The policy must be shown before payment.',
      values: [shownAt(draft, 'options.refundPolicy')],
    },
  ]
}

const DAYS_IN: readonly (readonly [RegExp, number])[] = [
  [/month/i, 30],
  [/week/i, 7],
]

/** `15 to 30` → 30, `Over 30` → 31, `6 weeks` → 42; null if there is no number. */
export function longestDays(text: string): number | null {
  const longest = Math.max(...[...text.matchAll(/\d{1,4}/g)].map(([number]) => Number(number)))
  if (!Number.isFinite(longest)) return null
  const unit = DAYS_IN.find(([word]) => word.test(text))?.[1] ?? 1
  return longest * unit + (/\b(over|more than|above)\b|\d\s*\+/i.test(text) ? 1 : 0)
}

export const DELIVERY_RULES: readonly SignalRule[] = [lateDelivery, paidInAdvance, noRefunds]
