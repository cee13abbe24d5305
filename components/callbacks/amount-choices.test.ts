import { describe, expect, test } from 'vitest'
import { amountChoices, readSaleCents } from './amount-choices'

describe('the suggested amounts', () => {
  const titles = (...asked: Parameters<typeof amountChoices>) =>
    amountChoices(...asked).map(({ title }) => title)

  test('are every reading of the received text, with its dollars', () => {
    expect(titles(['1,250'])).toEqual(['$1,250.00 — as dollars', '$12.50 — as cents'])
    expect(amountChoices(['125'])).toMatchObject([{ value: 12_500 }, { value: 125 }])
  })

  test('include each received text once', () => {
    expect(titles(['10.00', '12.00', '10.00'])).toEqual(['$10.00 — as received', '$12.00 — as received'])
  })

  test('include the amount of the payment link, unless it is already there', () => {
    expect(titles([''], 4_500)).toEqual(['$45.00 — as requested by the payment link'])
    expect(titles(['4500'], 4_500)).toEqual(['$4,500.00 — as dollars', '$45.00 — as cents'])
  })

  test('are none if the text is no amount', () => {
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
    expect(readSaleCents(typed)).toBe(cents)
  })
})
