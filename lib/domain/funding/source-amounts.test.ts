import { describe, expect, it } from 'vitest'
import type { FundingLine } from './line'
import { findPlainDollars, inDollars, plainDollarsText, sampleAmounts } from './source-amounts'

const linesOf = (...amounts: string[]): FundingLine[] =>
  amounts.map((amount, index) => ({
    row: index + 2,
    transactionId: `T-${index}`,
    retrievalReferenceNumber: '',
    merchantId: `M-${index}`,
    amount,
  }))

describe('whether a source says what its amounts are', () => {
  it('one amount says it for all of them, and is named', () => {
    const plain = findPlainDollars(linesOf('100', 'x', '$12.50', '0.01'))
    expect(plain).toEqual({ row: 4, amount: '$12.50' })
    expect(plain && plainDollarsText(plain)).toBe('Row 4 has $12.50: these amounts are dollars.')
  })

  it('whole numbers do not, however they are grouped', () =>
    expect(findPlainDollars(linesOf('100', '1,250', '', 'x', '75.0'))).toBeNull())
})

describe('three rows to choose by', () => {
  const sampled = (...amounts: string[]) =>
    sampleAmounts(linesOf(...amounts)).map(
      ({ row, dollarsMinor, centsMinor }) => `${row}: ${dollarsMinor} ${centsMinor}`,
    )

  it('are the first two and the largest, both ways', () =>
    expect(sampled('100', '250', '75', '9,000', '3')).toEqual([
      '2: 10000 100',
      '3: 25000 250',
      '5: 900000 9000',
    ]))

  it('are those that can be read, and are more than nothing', () => {
    expect(sampled('x', '0', '', '-5', '7')).toEqual(['6: 700 7'])
    expect(sampled('x', '0')).toEqual([])
  })
})

it('lines become dollars, and what cannot be read stays as it came', () => {
  expect(inDollars(linesOf('7521', '12x'), 'cents').map(({ amount }) => amount)).toEqual(['75.21', '12x'])
  expect(inDollars(linesOf('$1,250.5', ''), 'dollars').map(({ amount }) => amount)).toEqual(['1250.50', ''])
})
