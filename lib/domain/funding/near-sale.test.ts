import { describe, expect, it } from 'vitest'
import { likeIds, meantSale, meantSaleOf, nearIds } from './near-sale'

describe('IDs one slip away', () => {
  it.each([
    ['a digit exchanged', '4471903', '4471703'],
    ['a digit left out', '447190', '4471903'],
    ['a digit put in', '44719033', '4471903'],
    ['the last digit put in', '44719030', '4471903'],
    ['two neighbors swapped', '4479103', '4471903'],
    ['the last two swapped', '4471930', '4471903'],
    ['a letter exchanged', 'SBX-D-0044', 'SBX-C-0044'],
    ['a small letter exchanged', 'sbx-d-0044', 'sbx-c-0044'],
    ['a missing dash', 'SBX-C0-044', 'SBX-C-0044'],
  ])('%s', (_, typed, meant) => {
    expect(nearIds(typed)).toContain(meant)
  })

  it.each([
    ['itself', '4471903', '4471903'],
    ['two slips', '4471903', '4472904'],
    ['a letter for a digit', '4471903', '447190A'],
  ])('does not include %s', (_, typed, other) => {
    expect(nearIds(typed)).not.toContain(other)
  })

  it('are none for an ID that is too short or too long', () => {
    expect(nearIds('4471')).toEqual([])
    expect(nearIds('4'.repeat(41))).toEqual([])
    expect(nearIds('')).toEqual([])
  })

  it('grow only with the length', () => {
    expect(nearIds('0'.repeat(40)).length).toBeLessThan(1_000)
    expect(nearIds('SBX-C-0044719').length).toBeLessThan(700)
  })
})

describe('similar IDs', () => {
  it.each([
    ['a zero lost before the last digits', 'SBX-C-20237', 'sbx-c-020237'],
    ['three zeros put there', 'SBX-C-00020237', 'sbx-c-20237'],
    ['a letter for a zero', 'SBX-C-O20237', 'sbx-c-020237'],
    ['letters for ones', 'T-47il', 't-4711'],
    ['capitals', 'SBX-C-20237', 'sbx-c-20237'],
  ])('include %s', (_, typed, meant) => {
    expect(likeIds(typed)).toContain(meant)
  })

  it('replace letters only at the end, and change at most three zeros', () => {
    expect(likeIds('OIL-7')).toEqual(['oil-7', 'oil-07', 'oil-007', 'oil-0007'])
    expect(likeIds('T')).toEqual(['t'])
  })
})

describe('the sale that was meant', () => {
  const sale = (id: string, amountMinor: number | null) => ({ id, amountMinor })
  it.each([
    ['the only one, whatever its amount', [sale('A', 100)], 'A'],
    ['of several the only one of the amount', [sale('A', 100), sale('B', 7_521), sale('C', null)], 'B'],
    ['none if several have it', [sale('A', 7_521), sale('B', 7_521)], undefined],
    ['none if none of several has it', [sale('A', 100), sale('B', 200)], undefined],
    ['none of none', [], undefined],
  ])('is %s', (_, near, meant) => {
    expect(meantSale(near, 7_521)?.id).toBe(meant)
  })
})

it('for another merchant’s sale, the paid merchant’s only sale of exactly the amount is meant', () => {
  const near = (id: string, amountMinor: number, merchantId?: string) => ({
    id,
    amountMinor,
    ...(merchantId !== undefined && { merchantId }),
  })
  const paid = [{ merchantId: 'A' }]
  const own = near('T-1', 100, 'A')
  expect(meantSaleOf([near('T-0', 100, 'B'), own, near('T-2', 99, 'A')], paid, 100)).toBe(own)
  expect(meantSaleOf([own], paid, 99)).toBeUndefined()
  expect(meantSaleOf([own, near('T-2', 100, 'A')], paid, 100)).toBeUndefined()
  expect(meantSaleOf([near('T-0', 100)], paid, 100)).toBeUndefined()
})
