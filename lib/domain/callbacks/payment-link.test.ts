import { expect, test } from 'vitest'
import { type PaymentLinkState, paymentLinkState, readLinkAmount } from './payment-link'

test.each<[string, (number | null)[], PaymentLinkState]>([
  ['by which nothing came', [], 'not-paid'],
  ['by which its amount came', [12_345], 'paid'],
  ['by which another amount came', [100], 'other-amount'],
  ['by which an amount came that no one knows', [null], 'other-amount'],
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

test.each([
  ['1,234', 123_400],
  ['12.34', 1_234],
  ['$1,250.5', 125_050],
  ['12.345', null],
  ['0', null],
  ['', null],
  ['50%', null],
  ['99,999,999.99', 9_999_999_999],
  ['100000000', null],
])('an amount of %j is read as %s cents', (typed, cents) => expect(readLinkAmount(typed)).toBe(cents))
