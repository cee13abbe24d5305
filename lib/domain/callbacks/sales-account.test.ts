import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BATCH_STATUSES } from '../funding/batch'
import { EVENT_STATES, FUNDING_STATUSES } from './event'
import { ACCOUNT_LINES, type SalesGroup, salesAccount } from './sales-account'

const group = (fields: Partial<SalesGroup>): SalesGroup => ({
  state: 'approved',
  funding: 'unfunded',
  currencyCode: '840',
  anomalies: [],
  batchStatus: null,
  isRefused: false,
  amount: 'some',
  sales: 1,
  amountMinor: 1_000,
  left: { sales: 0, amountMinor: 0 },
  ...fields,
})

test('each sale is in one line, by its batch or by what holds it', () => {
  const { lines, all } = salesAccount([
    group({ funding: 'funded', sales: 2, amountMinor: 5_000, left: { sales: 1, amountMinor: 300 } }),
    group({ funding: 'outside', amountMinor: 70 }),
    group({ funding: 'in-batch', batchStatus: 'waiting', amountMinor: 11 }),
    group({ funding: 'in-batch', batchStatus: 'stopped', amountMinor: 12 }),
    group({ funding: 'in-batch', batchStatus: 'unknown', amountMinor: 13 }),
    group({ funding: 'in-draft', batchStatus: 'draft', amountMinor: 16 }),
    group({ state: 'conflict', amountMinor: 14 }),
    group({ amount: 'none', amountMinor: 0, sales: 3 }),
    group({ amountMinor: 15 }),
    group({ isRefused: true, amountMinor: 17 }),
    group({ isRefused: true, amount: 'none', amountMinor: 0 }),
    group({ funding: 'none', amountMinor: 9_999 }),
  ])
  expect(
    Object.fromEntries(ACCOUNT_LINES.map((key) => [key, [lines[key].sales, lines[key].amounts['840'] ?? 0]])),
  ).toEqual({
    funded: [2, 4_700],
    outside: [1, 70],
    moving: [1, 11],
    stopped: [1, 12],
    unknown: [1, 13],
    draft: [1, 16],
    held: [5, 14],
    refused: [1, 17],
    left: [1, 300],
    ready: [1, 15],
  })
  expect(all).toEqual({ sales: 14, amounts: { '840': 5_168 }, unknown: 4 })
})

test('amounts of another currency have their own column', () => {
  const { currencies, lines, all } = salesAccount([
    group({ amountMinor: 100 }),
    group({ currencyCode: '978', amountMinor: 7_000 }),
    group({ currencyCode: '978', funding: 'outside', amountMinor: 500 }),
  ])
  expect(currencies).toEqual(['840', '978'])
  expect(lines.held).toEqual({ sales: 1, amounts: { '978': 7_000 }, unknown: 0 })
  expect(all.amounts).toEqual({ '840': 100, '978': 7_500 })
})

test('for any sales, the lines add up to the total', () => {
  const groups = fc.array(
    fc
      .record({
        state: fc.constantFrom(...EVENT_STATES),
        funding: fc.constantFrom(...FUNDING_STATUSES),
        isRefused: fc.boolean(),
        currencyCode: fc.constantFrom('840', '978', ''),
        batchStatus: fc.constantFrom(null, ...BATCH_STATUSES),
        amount: fc.constantFrom('none', 'zero', 'some'),
        sales: fc.integer({ min: 1, max: 9 }),
        minor: fc.nat({ max: 100_000 }),
        leftSales: fc.nat({ max: 9 }),
      })
      .map(({ minor, leftSales, ...fields }) => {
        const amountMinor = fields.amount === 'some' ? minor : 0
        const isPart = fields.funding === 'funded' && fields.amount === 'some'
        const left = isPart ? { sales: leftSales, amountMinor: Math.min(leftSales, amountMinor) } : undefined
        return group({ ...fields, amountMinor, ...(left && { left }) } as Partial<SalesGroup>)
      }),
  )
  fc.assert(
    fc.property(groups, (some) => {
      const { currencies, lines, all } = salesAccount(some)
      const counted = ACCOUNT_LINES.filter((key) => key !== 'left').reduce(
        (sum, key) => sum + lines[key].sales,
        0,
      )
      expect(counted).toBe(all.sales)
      for (const code of currencies) {
        const sum = ACCOUNT_LINES.reduce((total, key) => total + (lines[key].amounts[code] ?? 0), 0)
        expect(sum).toBe(all.amounts[code] ?? 0)
      }
    }),
  )
})
