import { describe, expect, it } from 'vitest'
import { type FundingRules, fundingRules, isUnloggedRefused } from './funding-rules'

type Typed = ReturnType<typeof fundingRules.begin>
const on = (text: string) => ({ on: true, text })
const off = (text = '') => ({ on: false, text })

const typed = (more: Partial<Typed> = {}): Typed => ({
  secondAboveAmount: on('100000'),
  secondAboveTransactions: on('500'),
  secondAboveMakerDay: on('200000'),
  secondAboveMerchantDay: off(),
  overSale: false,
  unlogged: 'allowed',
  outcomeAlone: false,
  ...more,
})
const read = (more: Partial<Typed>) => fundingRules.typed.safeParse(typed(more))
const problemPaths = (more: Partial<Typed>) => read(more).error?.issues.map(({ path }) => path.join('.'))

it('by default real money goes to nothing that the log does not know', () => {
  const { unlogged } = fundingRules.read(undefined) as FundingRules
  expect([isUnloggedRefused(unlogged, true), isUnloggedRefused(unlogged, false)]).toEqual([true, false])
  expect([isUnloggedRefused('allowed', true), isUnloggedRefused('refused', false)]).toEqual([false, true])
})

describe('the rules of funding as an admin types them', () => {
  it.each([
    ['100000', '100000'],
    [' $250,000.50 ', '250000.5'],
    ['$1,000', '1000'],
    ['0100.00', '100'],
    // Two people approve whatever is above nothing.
    ['0', '0'],
  ])('an amount of “%s” is kept as %s', (text, kept) =>
    expect(read({ secondAboveAmount: on(text) }).data?.secondAboveAmount).toBe(kept),
  )

  it.each(['', 'much', '-5', '1e9', '1,00', '1.234', '5 USD x', '9'.repeat(40)])(
    'an amount of “%s” is refused',
    (text) => expect(problemPaths({ secondAboveAmount: on(text) })).toEqual(['secondAboveAmount']),
  )

  it.each([
    ['0', 0],
    [' 500 ', 500],
    ['10,000', 10_000],
    ['1,000,000', 1_000_000],
  ])('“%s” transactions are kept', (text, kept) =>
    expect(read({ secondAboveTransactions: on(text) }).data?.secondAboveTransactions).toBe(kept),
  )

  it.each(['', '1000001', '1.5', '-3', '4e2', '5,00', ',500', '２４'])(
    '“%s” transactions are refused',
    (text) =>
      expect(problemPaths({ secondAboveTransactions: on(text) })).toEqual(['secondAboveTransactions']),
  )

  it('a limit that is not wanted is not asked for', () =>
    expect(
      read({
        secondAboveAmount: off('much'),
        secondAboveTransactions: off('many'),
        secondAboveMakerDay: off('a lot'),
        secondAboveMerchantDay: off('-1'),
      }).data,
    ).toEqual({
      secondAboveAmount: null,
      secondAboveTransactions: null,
      secondAboveMakerDay: null,
      secondAboveMerchantDay: null,
      overSale: false,
      unlogged: 'allowed',
      outcomeAlone: false,
    }))

  it('says every problem at once, in words of its own, and keeps nothing', () => {
    const result = read({
      secondAboveAmount: on('much'),
      secondAboveTransactions: on('many'),
      secondAboveMakerDay: on('a lot'),
      secondAboveMerchantDay: on(''),
    })
    expect(result.error?.issues.map(({ message }) => message)).toEqual([
      'Enter the amount in dollars (at most 999,999,999,999), such as 100,000; or turn this limit off.',
      'Enter a whole number of transactions, up to 1,000,000; or turn this limit off.',
      'Enter the amount in dollars (at most 999,999,999,999), such as 100,000; or turn this limit off.',
      'Enter the amount in dollars (at most 999,999,999,999), such as 100,000; or turn this limit off.',
    ])
    expect(result.data).toBeUndefined()
  })

  const days = { secondAboveMakerDay: null, secondAboveMerchantDay: '5000' }
  it.each<FundingRules>([
    {
      secondAboveAmount: null,
      secondAboveTransactions: null,
      ...days,
      overSale: true,
      unlogged: 'refused',
      outcomeAlone: false,
    },
    {
      secondAboveAmount: '0.5',
      secondAboveTransactions: 10_000,
      ...days,
      overSale: false,
      unlogged: 'allowed',
      outcomeAlone: false,
    },
    {
      secondAboveAmount: '100000',
      secondAboveTransactions: 0,
      ...days,
      overSale: true,
      unlogged: 'allowed',
      outcomeAlone: false,
    },
  ])('what is kept (%j) is read back as itself', (rules) =>
    expect(fundingRules.typed.parse(fundingRules.begin(rules))).toEqual(rules),
  )

  it('a limit is shown as amounts are', () => {
    const shown = fundingRules.begin({
      secondAboveAmount: '50000',
      secondAboveTransactions: 0,
      ...days,
      overSale: true,
      unlogged: 'allowed',
      outcomeAlone: false,
    })
    expect([shown.secondAboveAmount.text, shown.secondAboveMerchantDay.text]).toEqual(['$50,000', '$5,000'])
  })

  it('a limit that is off and was typed in again is no change; a switch is', () => {
    const now = typed({ secondAboveMakerDay: off() })
    const isSame = (more: Partial<Typed>) => fundingRules.isSame(now, { ...now, ...more })
    expect(isSame({ secondAboveMakerDay: off('7') })).toBe(true)
    expect(isSame({ secondAboveMakerDay: on('') })).toBe(false)
    expect(isSame({ secondAboveTransactions: on('501') })).toBe(false)
    expect(isSame({ overSale: true })).toBe(false)
    expect(isSame({ unlogged: 'refused' })).toBe(false)
  })
})
