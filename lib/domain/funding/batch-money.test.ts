import { describe, expect, it, test } from 'vitest'
import { centsOf, held, known, lines, merchant, sale } from '@/lib/testing/money'
import {
  type BatchMoney,
  changesNothing,
  knowledgeChangeWords,
  payeeChangeWords,
  summarizeMoney,
  sumOfChanges,
} from './batch-money'
import { wasOfBatch } from './change'
import { transactionsOf } from './check-batch'
import { indexMoney, type MoneyKnowledge } from './check-money'
import type { FundingLine } from './line'
import type { LineProblem } from './line-problem'

const summed = (
  given: readonly FundingLine[],
  knowledge: Partial<MoneyKnowledge> = {},
  problems: readonly LineProblem[] = [],
): BatchMoney => summarizeMoney(given, transactionsOf(given), centsOf, indexMoney(known(knowledge)), problems)
const heldOf = (key: string, ...amounts: MoneyKnowledge['held'][number]['amounts']) => ({
  held: [{ key, amounts }],
})
const warning = (row: number, code: LineProblem['code'], more: Partial<LineProblem> = {}): LineProblem => ({
  row,
  field: 'merchantId',
  code,
  severity: 'warning',
  ...more,
})

describe('amounts that the partner already holds', () => {
  test.each<
    [rule: string, given: string[], Partial<MoneyKnowledge>, changes: string[], was: string, is: string]
  >([
    ['unchanged amounts are no changes', ['T-1 A 1.00'], heldOf('id T-1', held('A', 100)), [], '100', '100'],
    [
      'one of two amounts changes',
      ['T-1 A 1.00', 'T-1 B 2.00'],
      heldOf('id T-1', held('A', 100), held('B', 50)),
      ['T-1 B 50 200 1007 true'],
      '150',
      '300',
    ],
    [
      'an equal but uncertain amount is listed',
      ['T-1 A 1.00'],
      heldOf('id T-1', held('A', 100, { isCertain: false })),
      ['T-1 A 100 100 1007 false'],
      '100',
      '100',
    ],
    [
      'a new merchant of the transaction has no earlier amount',
      ['T-1 B 1.00'],
      heldOf('id T-1', held('A', 100)),
      ['T-1 B null 100 null true'],
      '100',
      '100',
    ],
    [
      'amounts of other transactions do not count',
      ['T-2 A 1.00'],
      heldOf('id T-1', held('A', 100)),
      [],
      '0',
      '0',
    ],
  ])('%s', (_, given, knowledge, changes, was, is) => {
    const money = summed(lines(...given), knowledge)
    expect(
      money.changes.map((one) =>
        [one.transaction, one.merchantId, one.wasMinor, one.isMinor, one.batch, one.isCertain].join(' '),
      ),
    ).toEqual(changes.map((text) => text.replaceAll('null', '')))
    expect(money.changeCount).toBe(changes.length)
    expect([money.changedWasMinor, money.changedIsMinor]).toEqual([was, is])
  })

  it('count once for a merchant with two lines', () => {
    const { merchants } = summed(lines('T-1 A 1.00', 'T-1 A 2.00'), heldOf('id T-1', held('A', 300)))
    expect(merchants).toMatchObject([{ merchantId: 'A', amountMinor: '300', lines: 2, wasMinor: '300' }])
  })

  it('the sum of changes leaves out unchanged amounts and counts two lines once', () => {
    const knowledge = {
      held: [
        { key: 'id T-1', amounts: [held('A', 7_438), held('B', 200)] },
        { key: 'id T-2', amounts: [held('A', 900)] },
        { key: 'id T-3', amounts: [held('A', 50)] },
      ],
    }
    const given = lines('T-1 A 47.38', 'T-1 B 2.00', 'T-2 A 9.00', 'T-3 A 0.50', 'T-3 A 0.50', 'T-4 A 1.00')
    const money = summed(given, knowledge)
    expect(money.changeCount).toBe(2)
    expect(money.changesSum).toEqual({ wasMinor: '7438', isMinor: '4788' })
    const { changesSum: _, ...before } = money
    expect(sumOfChanges(before)).toEqual(money.changesSum)
    expect(sumOfChanges({ ...before, changeCount: 3 })).toBeNull()
  })

  it('money moved between merchants shows in both directions', () => {
    const money = summed(lines('T-1 A 0.00', 'T-1 B 1.00'), heldOf('id T-1', held('A', 100)))
    expect(money.takenMinor).toBe('100')
    expect(money.merchants.map(({ merchantId, takenMinor }) => [merchantId, takenMinor])).toEqual([
      ['B', undefined],
      ['A', '100'],
    ])
    expect(wasOfBatch(money)).toEqual({ amountMinor: 100n, isCertain: true, takenMinor: 100n })
    const { takenMinor: _, ...before } = money
    expect(wasOfBatch(before)).toEqual(wasOfBatch(money))
  })

  it('200 changes are listed and all are counted', () => {
    const given = lines(...Array.from({ length: 203 }, (_, n) => `T-${n} A 2.00`))
    const knowledge = {
      held: given.map((line) => ({ key: `id ${line.transactionId}`, amounts: [held('A', 100)] })),
    }
    const money = summed(given, knowledge)
    expect(money.changes).toHaveLength(200)
    expect(money.changeCount).toBe(203)
    expect(money.changesSum).toEqual({ wasMinor: '20300', isMinor: '40600' })
  })

  it('`changesNothing` holds exactly if every amount is already held', () => {
    expect(changesNothing(summed(lines('T-1 A 1.00'), heldOf('id T-1', held('A', 100))))).toBe(true)
    expect(changesNothing(summed(lines('T-1 A 1.01'), heldOf('id T-1', held('A', 100))))).toBe(false)
    expect(changesNothing(summed(lines('T-1 A 1.00', 'T-2 A 1.00'), heldOf('id T-1', held('A', 100))))).toBe(
      false,
    )
  })
})

describe('against the sales of the log', () => {
  it('counts logged and unlogged transactions, and those below their sale', () => {
    const money = summed(lines('T-1 A 1.00', 'T-2 A 1.00', 'T-3 A 1.00', 'T-4 A 1.00'), {
      sales: [sale('T-1', 100), sale('T-2', 130), sale('T-3', null)],
    })
    expect([money.inLog, money.notInLog]).toEqual([3, 1])
    expect([money.belowSale, money.belowSaleMinor]).toEqual([1, '30'])
  })

  it('names the person who allowed more than the sale, if more is paid', () => {
    const override = { saleMinor: 100, shares: {}, by: 'Felix Penny', reason: 'Tip' }
    const money = summed(lines('T-1 A 1.01', 'T-2 A 1.00'), {
      sales: [sale('T-1', 100), sale('T-2', 100)],
      overrides: [
        { ...override, key: 'id T-1', allowedMinor: 150 },
        { ...override, key: 'id T-2', allowedMinor: 150 },
      ],
    })
    expect(money.overrides).toEqual([
      { transaction: 'T-1', saleMinor: '100', allowedMinor: '150', by: 'Felix Penny', reason: 'Tip' },
    ])
  })

  it('sums sales without a merchant in the log by payee, largest first', () => {
    const money = summed(
      lines('T-1 A 1.00', 'T-1 B 2.00', 'T-1 B 1.00', 'T-2 B 1.00', 'T-3 A 0.00', 'T-4 Q 0.50', 'T-5 A 9.00'),
      {
        sales: [
          sale('T-1', 400),
          sale('T-2', 100),
          sale('T-3', 100),
          sale('T-4', 100),
          sale('T-5', 900, { merchantId: 'A' }),
        ],
      },
    )
    expect(money.withoutMerchant).toEqual([
      { merchantId: 'B', name: 'Shop B', sales: 2, amountMinor: '400' },
      { merchantId: 'A', name: 'Shop A', sales: 1, amountMinor: '100' },
      { merchantId: 'Q', name: '', sales: 1, amountMinor: '50' },
    ])
  })
})

describe('by merchant', () => {
  it('largest first, and equal ones in order of appearance', () => {
    const { merchants } = summed(lines('T-1 C 1.00', 'T-2 A 2.00', 'T-3 B 1.00', 'T-4 A 1.00'))
    expect(merchants.map(({ merchantId, amountMinor }) => `${merchantId} ${amountMinor}`)).toEqual([
      'A 300',
      'C 100',
      'B 100',
    ])
  })

  it('lists 200, and counts all merchants and first payments', () => {
    const money = summed(lines(...Array.from({ length: 203 }, (_, n) => `T-${n} M-${n} 1.00`)))
    expect(money.merchants).toHaveLength(200)
    expect([money.merchantCount, money.firstPayments]).toEqual([203, 203])
  })

  it('a $0.00 line is no first payment and has no look-alike', () => {
    const first = { ...merchant('A'), isFirst: true, lookAlike: 'A2 (Shop)' }
    expect(summed(lines('T-1 A 0.00'), { merchants: [first] }).merchants[0]).toEqual({
      merchantId: 'A',
      name: 'Shop A',
      amountMinor: '0',
      lines: 1,
      isFirst: false,
      wasMinor: '0',
    })
    expect(summed(lines('T-1 A 1.00'), { merchants: [first] }).merchants[0]).toMatchObject({
      isFirst: true,
      lookAlike: 'A2 (Shop)',
    })
    expect(
      summed(lines('T-1 A 1.00'), { merchants: [{ ...first, isFirst: false }] }).merchants[0],
    ).not.toHaveProperty('lookAlike')
  })
})

test.each<[rule: string, amounts: string[], largest: string[]]>([
  [
    'the five largest, in their order',
    ['1', '9', '3', '7', '5', '8', '2'],
    ['T-1', 'T-5', 'T-3', 'T-4', 'T-2'],
  ],
  ['of equals the earlier ones', ['5', '5', '5', '5', '5', '5'], ['T-0', 'T-1', 'T-2', 'T-3', 'T-4']],
  ['all, where there are fewer', ['1', '2'], ['T-1', 'T-0']],
])('largest amounts: %s', (_, amounts, largest) => {
  const money = summed(lines(...amounts.map((amount, n) => `T-${n} A ${amount}.00`)))
  expect(money.largest.map(({ transaction }) => transaction)).toEqual(largest)
})

describe('money that moves to another merchant', () => {
  const payees = {
    was: [{ merchantId: 'A', amountMinor: 7_521 }],
    is: [{ merchantId: 'B', amountMinor: 7_521 }],
  }

  it('names its transaction by either identifier; 50 are listed and all are counted', () => {
    const given = [
      ...lines('T-1 A 1.00', '#700000000001 A 1.00'),
      ...lines(...Array.from({ length: 60 }, (_, n) => `X-${n} A 1.00`)).map((line) => ({
        ...line,
        row: line.row + 2,
      })),
    ]
    const money = summed(
      given,
      {},
      given.map(({ row }) => warning(row, 'payee-changed', { payees })),
    )
    expect(money.payeeChanges).toHaveLength(50)
    expect(money.payeeChanges?.slice(0, 2)).toEqual([
      { transaction: 'T-1', ...payees },
      { transaction: '700000000001', ...payees },
    ])
    expect(payeeChangeWords(money)).toBe(
      'Merchant changes in 62 transactions. T-1: was A $75.21, is B $75.21',
    )
    expect(payeeChangeWords({ ...money, payeeChangeCount: 1_234 })).toContain('in 1,234 transactions')
  })

  it('gives no words if nothing moves', () =>
    expect(payeeChangeWords(summed(lines('T-1 A 1.00')))).toBeNull())

  it('50 differing splits are listed, largest difference first, with those of an unknown merchant marked; all are counted', () => {
    const given = lines('#700000000001 A 1.00', ...Array.from({ length: 59 }, (_, n) => `T-${n} A 1.00`))
    const shares = [{ merchantId: 'B', isMinor: 1, defaultMinor: 2 }]
    const money = summed(
      given,
      {},
      given.map(({ row }) =>
        warning(
          row,
          'split-differs',
          row === 2
            ? { merchant: 'A', shares, isUnowned: true }
            : row === 60
              ? { merchant: 'A', shares: [{ merchantId: 'B', isMinor: 2_000, defaultMinor: 13_639 }] }
              : {},
        ),
      ),
    )
    expect(money.otherSplits).toHaveLength(50)
    expect(money.otherSplitCount).toBe(60)
    expect(money.otherSplits?.slice(0, 3)).toEqual([
      {
        transaction: 'T-57',
        merchantId: 'A',
        shares: [{ merchantId: 'B', isMinor: 2_000, defaultMinor: 13_639 }],
      },
      { transaction: '700000000001', merchantId: 'A', shares, isUnowned: true },
      { transaction: 'T-0', merchantId: '', shares: [] },
    ])
  })
})

describe('what the desk has learned since a batch was shown', () => {
  const money = summed(lines('T-1 A 1.00', 'T-2 B 2.00'), { sales: [sale('T-1', 100)] })
  it('is told by the approver’s counts, before and now', () => {
    const now = { ...money, warnedRows: 1_200, notInLog: 0 }
    expect(knowledgeChangeWords({ ...money, warnedRows: 1 }, now)).toBe(
      'Rows with warnings: 1,200, before 1; not in the callback log: 0, before 1.',
    )
  })
  it('is empty if no count changed or nothing was shown before', () => {
    expect(knowledgeChangeWords(money, { ...money, totalMinor: '1' })).toBe('')
    expect(knowledgeChangeWords(null, money)).toBe('')
  })
})
