import { expect, test } from 'vitest'
import { type PaymentLinkState, paymentLinkState, readLinkAmount } from './payment-link'

test.each<[string, (number | null)[], PaymentLinkState]>([
  ['without a sale', [], 'not-paid'],
  ['with a sale of its amount', [12_345], 'paid'],
  ['with a sale of another amount', [100], 'other-amount'],
  ['with a sale of unknown amount', [null], 'other-amount'],
  ['with two sales of its amount', [12_345, 12_345], 'paid-twice'],
  ['with sales of two amounts', [12_345, 100], 'paid-twice'],
])('the state of a link %s', (_, amounts, state) => {
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
