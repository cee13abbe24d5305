import { describe, expect, it } from 'vitest'
import {
  type FundingRules,
  isSameTyped,
  readFundingRules,
  type TypedFundingRules,
  typedFundingRules,
} from './funding-rules'

const typed = (more: Partial<TypedFundingRules> = {}): TypedFundingRules => ({
  hasAmountLimit: true,
  secondAboveAmount: '100000',
  hasTransactionLimit: true,
  secondAboveTransactions: '500',
  hasMakerDayLimit: true,
  secondAboveMakerDay: '200000',
  hasMerchantDayLimit: false,
  secondAboveMerchantDay: '',
  overSale: false,
  unlogged: 'allowed',
  ...more,
})
const problemPaths = (more: Partial<TypedFundingRules>) =>
  readFundingRules(typed(more)).problems.map(({ path }) => path)

describe('the rules of funding as an admin types them', () => {
  it.each([
    ['100000', '100000'],
    [' $250,000.50 ', '250000.5'],
    // Two people approve whatever is above nothing.
    ['0', '0'],
  ])('an amount of “%s” is kept as %s', (secondAboveAmount, kept) =>
    expect(readFundingRules(typed({ secondAboveAmount })).rules?.secondAboveAmount).toBe(kept),
  )

  it.each(['', 'much', '-5', '1e9', '9'.repeat(40)])('an amount of “%s” is refused', (secondAboveAmount) =>
    expect(problemPaths({ secondAboveAmount })).toEqual(['secondAboveAmount']),
  )

  it.each([
    ['0', 0],
    [' 500 ', 500],
    ['10,000', 10_000],
    ['1,000,000', 1_000_000],
  ])('“%s” transactions are kept', (secondAboveTransactions, kept) =>
    expect(readFundingRules(typed({ secondAboveTransactions })).rules?.secondAboveTransactions).toBe(kept),
  )

  it.each(['', '1000001', '1.5', '-3', '4e2', '5,00', ',500', '２４'])(
    '“%s” transactions are refused',
    (secondAboveTransactions) =>
      expect(problemPaths({ secondAboveTransactions })).toEqual(['secondAboveTransactions']),
  )

  it('a limit that is not wanted is not asked for', () =>
    expect(
      readFundingRules(
        typed({
          hasAmountLimit: false,
          secondAboveAmount: 'much',
          hasTransactionLimit: false,
          secondAboveTransactions: 'many',
          hasMakerDayLimit: false,
          secondAboveMakerDay: 'a lot',
          secondAboveMerchantDay: '-1',
        }),
      ).rules,
    ).toEqual({
      secondAboveAmount: null,
      secondAboveTransactions: null,
      secondAboveMakerDay: null,
      secondAboveMerchantDay: null,
      overSale: false,
      unlogged: 'allowed',
    }))

  it('says every problem at once, and keeps nothing', () => {
    expect(
      problemPaths({
        secondAboveAmount: 'much',
        secondAboveTransactions: 'many',
        secondAboveMakerDay: 'a lot',
        hasMerchantDayLimit: true,
        secondAboveMerchantDay: '',
      }),
    ).toEqual([
      'secondAboveAmount',
      'secondAboveMakerDay',
      'secondAboveMerchantDay',
      'secondAboveTransactions',
    ])
    expect(readFundingRules(typed({ secondAboveAmount: 'much' })).rules).toBeNull()
  })

  const days = { secondAboveMakerDay: null, secondAboveMerchantDay: '5000' }
  it.each<FundingRules>([
    {
      secondAboveAmount: null,
      secondAboveTransactions: null,
      ...days,
      overSale: true,
      unlogged: 'refused',
    },
    {
      secondAboveAmount: '0.5',
      secondAboveTransactions: 10_000,
      ...days,
      overSale: false,
      unlogged: 'allowed',
    },
    {
      secondAboveAmount: '100000',
      secondAboveTransactions: 0,
      ...days,
      overSale: true,
      unlogged: 'allowed',
    },
  ])('what is kept (%j) is read back as itself', (rules) =>
    expect(readFundingRules(typedFundingRules(rules)).rules).toEqual(rules),
  )

  it('a limit that is off and was typed in again is no change; a switch is', () => {
    const off = typed({ hasMakerDayLimit: false })
    expect(isSameTyped(off, { ...off, secondAboveMakerDay: '7' })).toBe(true)
    expect(isSameTyped(off, { ...off, hasMakerDayLimit: true })).toBe(false)
    expect(isSameTyped(off, { ...off, secondAboveTransactions: '501' })).toBe(false)
    expect(isSameTyped(off, { ...off, overSale: true })).toBe(false)
    expect(isSameTyped(off, { ...off, unlogged: 'refused' })).toBe(false)
  })
})
