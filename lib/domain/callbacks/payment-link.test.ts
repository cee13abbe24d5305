import { expect, test } from 'vitest'
import { type PaymentLinkState, paymentLinkState } from './payment-link'

test.each<[string, (number | null)[], PaymentLinkState]>([
  ['by which nothing came', [], 'not-paid'],
  ['by which its amount came', [12_345], 'paid'],
  ['by which another amount came', [100], 'other-amount'],
  ['by which an amount came that nobody knows', [null], 'other-amount'],
  ['by which its amount came twice', [12_345, 12_345], 'paid-twice'],
  ['by which two amounts came', [12_345, 100], 'paid-twice'],
])('a link %s is in its state', (_, amounts, state) => {
  expect(
    paymentLinkState(
      12_345,
      amounts.map((amountMinor) => ({ amountMinor })),
    ),
  ).toBe(state)
})
