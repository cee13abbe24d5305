import { describe, expect, test } from 'vitest'
import { amountWays, readDollars } from './amount-ways'

describe('the amounts that are offered', () => {
  const titles = (...asked: Parameters<typeof amountWays>) => amountWays(...asked).map(({ title }) => title)

  test('are every reading of what came, with its dollars', () => {
    expect(titles(['1,250'])).toEqual(['$1,250.00 — as dollars', '$12.50 — as cents'])
    expect(amountWays(['125'])).toMatchObject([{ way: '12500' }, { way: '125' }])
  })

  test('are each of several that came, once', () => {
    expect(titles(['10.00', '12.00', '10.00'])).toEqual(['$10.00 — as it came', '$12.00 — as it came'])
  })

  test('are also what the payment link asked for, unless it is among them', () => {
    expect(titles([''], 4_500)).toEqual(['$45.00 — as the payment link asked'])
    expect(titles(['4500'], 4_500)).toEqual(['$4,500.00 — as dollars', '$45.00 — as cents'])
  })

  test('are none where the text says nothing', () => {
    expect(titles(['', 'abc'])).toEqual([])
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
