import { describe, expect, test } from 'vitest'
import { amountWays, readDollars } from './amount-ways'

describe('what an amount without a point may mean', () => {
  test('dollars or cents, and nothing is chosen before', () => {
    expect(amountWays('125')).toMatchObject([
      { way: '12500', title: '$125.00' },
      { way: '125', title: '$1.25' },
    ])
    expect(amountWays('1234567').map(({ title }) => title)).toEqual(['$1,234,567.00', '$12,345.67'])
  })

  test.each(['', '0', '12,5', '1.2.3', 'abc', '-5', '12345678901'])('is not proposed for “%s”', (text) => {
    expect(amountWays(text)).toEqual([])
  })
})

describe('an amount that is typed', () => {
  test.each([
    ['125', 12_500],
    ['125.5', 12_550],
    [' $1,250.50 ', 125_050],
    ['0', null],
    ['', null],
    ['1,25', null],
    ['1.255', null],
    ['twelve', null],
    ['99999999999999', null],
  ])('“%s”', (typed, cents) => {
    expect(readDollars(typed)).toBe(cents)
  })
})
