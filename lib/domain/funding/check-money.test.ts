import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { summarizeMoney } from './batch-money'
import { transactionsOf } from './check-batch'
import {
  checkMoney,
  indexMoney,
  joinProblems,
  type KnownSale,
  type MoneyKnowledge,
  withTakenOut,
} from './check-money'
import type { HeldAmount } from './held'
import type { FundingLine } from './line'
import { problemText } from './line-problem'

/** `T-1 A 10.00`, or `#700000000001 A 10.00` by reference number. */
const lines = (...texts: string[]): FundingLine[] =>
  texts.map((text, index) => {
    const [name = '', merchantId = '', amount = ''] = text.split(' ')
    const isReference = name.startsWith('#')
    return {
      row: index + 2,
      transactionId: isReference ? '' : name,
      retrievalReferenceNumber: isReference ? name.slice(1) : '',
      merchantId,
      amount,
    }
  })

const centsOf = ({ amount }: FundingLine): number | null => {
  const cents = Math.round(Number(amount) * 100)
  return amount === '' || Number.isNaN(cents) ? null : cents
}

const merchant = (
  merchantId: string,
  standing: 'active' | 'paused' | 'closed' | 'unconfirmed' = 'active',
) => ({
  merchantId,
  name: `Shop ${merchantId}`,
  standing,
  isFirst: false,
})
const sale = (id: string, amountMinor: number | null, fields: Partial<KnownSale> = {}): KnownSale => ({
  key: `id ${id}`,
  n: 1,
  amountMinor,
  trouble: null,
  isOfOtherProfile: false,
  merchantId: '',
  judgedBy: null,
  ...fields,
})
const held = (merchantId: string, amountMinor: number, fields: Partial<HeldAmount> = {}): HeldAmount => ({
  merchantId,
  amountMinor,
  isCertain: true,
  batchId: 'batch',
  batchNumber: 1007,
  at: '2026-11-20T00:00:00.000Z',
  ...fields,
})

const known = (fields: Partial<MoneyKnowledge> = {}): MoneyKnowledge => ({
  names: [],
  sales: [],
  held: [],
  open: [],
  merchants: [merchant('A'), merchant('B'), merchant('C')],
  suggestions: [],
  likeSales: [],
  overrides: [],
  origins: [],
  declaredAbsent: [],
  unlogged: 'allowed',
  ...fields,
})

/** `2 error over-sale`, one for each problem. */
const check = (given: readonly FundingLine[], knowledge: MoneyKnowledge): string[] =>
  checkMoney(given, transactionsOf(given), centsOf, indexMoney(knowledge)).map(
    ({ row, severity, code }) => `${row} ${severity} ${code}`,
  )

describe('a line is held against its merchant', () => {
  test.each<[rule: string, line: string, merchants: MoneyKnowledge['merchants'], problems: string[]]>([
    ['an active one is in order', 'T-1 A 10.00', [merchant('A')], []],
    ['one that the directory does not have', 'T-1 Z 10.00', [merchant('A')], ['2 error merchant-unknown']],
    [
      'one that nobody has confirmed',
      'T-1 A 10.00',
      [merchant('A', 'unconfirmed')],
      ['2 error merchant-unconfirmed'],
    ],
    ['a paused one', 'T-1 A 10.00', [merchant('A', 'paused')], ['2 error merchant-paused']],
    ['a closed one', 'T-1 A 10.00', [merchant('A', 'closed')], ['2 error merchant-closed']],
    [
      'its first payment is said',
      'T-1 A 10.00',
      [{ ...merchant('A'), isFirst: true }],
      ['2 warning merchant-first'],
    ],
    ['nothing is paid to any merchant with 0', 'T-1 Z 0.00', [], []],
    ['an amount that cannot be read still names a merchant', 'T-1 Z abc', [], ['2 error merchant-unknown']],
    ['no merchant is another problem', 'T-1  10.00', [], []],
  ])('%s', (_, line, merchants, problems) => {
    expect(check(lines(line), known({ merchants }))).toEqual(problems)
  })

  it('says of a damaged id that it is damaged, and not also that nobody knows it', () => {
    const form = [{ row: 2, field: 'merchantId', code: 'characters', severity: 'error' }] as const
    const unknown = (row: number) =>
      ({ row, field: 'merchantId', code: 'merchant-unknown', severity: 'error' }) as const
    expect(joinProblems(form, [unknown(2), unknown(3)])).toEqual([...form, unknown(3)])
  })

  it('says a first payment once for a merchant', () => {
    const merchants = [{ ...merchant('A'), isFirst: true }]
    expect(check(lines('T-1 A 1.00', 'T-2 A 1.00'), known({ merchants }))).toEqual([
      '2 warning merchant-first',
    ])
  })

  it('names an id that looks like the one that was typed', () => {
    const given = lines('T-1 BLUEBRID-01 10.00')
    const knowledge = known({ suggestions: [['BLUEBRID-01', 'BLUEBIRD-01']] })
    const [problem] = checkMoney(given, transactionsOf(given), centsOf, indexMoney(knowledge))
    expect(problem && problemText(problem, given[0])).toBe(
      '“BLUEBRID-01” is not in the merchant directory. Did you mean BLUEBIRD-01? Correct the id, or add the merchant first.',
    )
  })
})

describe('a transaction is held against its sale', () => {
  test.each<[rule: string, amount: string, sale: KnownSale, problems: string[]]>([
    ['all of it is in order', '75.21', sale('T-1', 7521), []],
    ['a cent above it is an error', '75.22', sale('T-1', 7521), ['2 error over-sale']],
    ['a hundred times as much is an error', '7521.00', sale('T-1', 7521), ['2 error over-sale']],
    ['half of it is in order', '37.61', sale('T-1', 7521), []],
    ['less than half is a warning', '26.00', sale('T-1', 5263), ['2 warning far-below-sale']],
    ['not approved', '1.00', sale('T-1', null, { trouble: 'no-sale' }), ['2 error sale-not-approved']],
    ['in conflict', '42.00', sale('T-1', 4200, { trouble: 'conflict' }), ['2 error sale-conflict']],
    [
      'amount not known',
      '1.00',
      sale('T-1', null, { trouble: 'amount-unknown' }),
      ['2 error sale-amount-unknown'],
    ],
    ['another currency', '1.00', sale('T-1', 100, { trouble: 'other-currency' }), ['2 error sale-currency']],
    ['funded outside', '1.00', sale('T-1', 100, { trouble: 'outside' }), ['2 error sale-outside']],
    [
      'in conflict and too much: both',
      '43.00',
      sale('T-1', 4200, { trouble: 'conflict' }),
      ['2 error sale-conflict', '2 error over-sale'],
    ],
    [
      'of another profile: said, and compared all the same',
      '99.00',
      sale('T-1', 100, { isOfOtherProfile: true }),
      ['2 warning sale-other-profile', '2 error over-sale'],
    ],
    [
      'the sale of another merchant, who gets nothing of it',
      '1.00',
      sale('T-1', 100, { merchantId: 'B' }),
      ['2 warning other-payee'],
    ],
    ['the sale of this merchant', '1.00', sale('T-1', 100, { merchantId: 'A' }), []],
    ['nothing is given, so to nobody else', '0.00', sale('T-1', 100, { merchantId: 'B' }), []],
    [
      'an amount that a person has settled is said with their name',
      '1.00',
      sale('T-1', 100, { judgedBy: 'Ada' }),
      ['2 warning sale-judged'],
    ],
    ['nothing given to a sale in conflict is right', '0.00', sale('T-1', 4200, { trouble: 'conflict' }), []],
  ])('%s', (_, amount, own, problems) => {
    expect(check(lines(`T-1 A ${amount}`), known({ sales: [own] }))).toEqual(problems)
  })

  it('finds the sale’s merchant anywhere in its split, with more than nothing', () => {
    const sales = [sale('T-1', 10_000, { merchantId: 'B' })]
    expect(check(lines('T-1 A 60.00', 'T-1 B 40.00'), known({ sales }))).toEqual([])
    expect(check(lines('T-1 A 100.00', 'T-1 B 0.00'), known({ sales }))).toEqual(['2 warning other-payee'])
  })

  it('marks what is not in the log where the log knows others of the batch, or one that looks like it', () => {
    const given = lines('T-1 A 1.00', 'T-2 A 1.00')
    expect(check(given, known())).toEqual([])
    expect(check(given, known({ sales: [sale('T-1', 100)] }))).toEqual(['3 warning unlogged'])
    expect(check(given, known({ likeSales: [['T-2', 'T-02']] }))).toEqual(['3 warning unlogged'])
    expect(check(given, known({ sales: [sale('T-1', 100)], unlogged: 'refused' }))).toEqual([
      '3 error not-in-log',
    ])
  })

  it('marks a reference number that is not in the log: it may have been funded by its id', () => {
    expect(
      check(
        [
          {
            ...(lines('T-1 A 1.00')[0] as FundingLine),
            transactionId: '',
            retrievalReferenceNumber: '900000000001',
          },
        ],
        known(),
      ),
    ).toEqual(['2 warning unlogged'])
  })

  it('says that another batch sent it without an answer, whatever a person recorded of that', () => {
    const declaredAbsent = [{ key: 'id T-1', batch: 1078, by: 'Fiona Cole' }]
    const given = lines('T-1 A 1.00')
    const [problem] = checkMoney(given, transactionsOf(given), centsOf, indexMoney(known({ declaredAbsent })))
    expect(problem && problemText(problem, given[0])).toBe(
      'B-1078 sent this transaction and got no answer; Fiona Cole then recorded that the partner has nothing of it. Make sure before paying it again.',
    )
  })

  it('sums the shares of a split', () => {
    const sales = [sale('T-1', 10_000)]
    expect(check(lines('T-1 A 80.00', 'T-1 B 20.00'), known({ sales }))).toEqual([])
    expect(check(lines('T-1 A 80.00', 'T-1 B 20.01'), known({ sales }))).toEqual(['2 error over-sale'])
  })

  it('knows a sale by its reference number', () => {
    const knowledge = known({ names: [['700000000001', 'T-1']], sales: [sale('T-1', 100)] })
    expect(check(lines('#700000000001 A 1.01'), knowledge)).toEqual(['2 error over-sale'])
    expect(check(lines('#700000000002 A 1.01'), knowledge)).toEqual(['2 warning unlogged'])
  })

  it('lets a named person allow one transaction, up to what they saw', () => {
    const overrides = [
      {
        key: 'id T-1',
        allowedMinor: 11_000,
        saleMinor: 10_000,
        by: 'Felix Penny',
        reason: 'Tip paid in cash',
      },
    ]
    const knowledge = known({ sales: [sale('T-1', 10_000), sale('T-2', 10_000)], overrides })
    expect(check(lines('T-1 A 110.00', 'T-2 A 110.00'), knowledge)).toEqual([
      '2 warning over-sale-allowed',
      '3 error over-sale',
    ])
    expect(check(lines('T-1 A 110.01'), knowledge)).toEqual(['2 error over-sale'])
    // The sale is another one by now than the one that was looked at.
    expect(check(lines('T-1 A 110.00'), known({ sales: [sale('T-1', 1_000)], overrides }))).toEqual([
      '2 error over-sale',
    ])
  })

  it('takes what is not in the log, unless Settings refuse it', () => {
    expect(check(lines('T-9 A 1.00'), known())).toEqual([])
    expect(check(lines('T-9 A 1.00'), known({ unlogged: 'refused' }))).toEqual(['2 error not-in-log'])
  })
})

describe('a transaction is held against its past', () => {
  const past = (...amounts: HeldAmount[]) => [{ key: 'id T-1', amounts }]

  test.each<[rule: string, given: string[], knowledge: Partial<MoneyKnowledge>, problems: string[]]>([
    [
      'in a batch that has not ended',
      ['T-1 A 1.00'],
      { open: [{ key: 'id T-1', batch: 1010, isDraft: false }] },
      ['2 error open-elsewhere'],
    ],
    [
      'in a draft too',
      ['T-1 A 1.00'],
      { open: [{ key: 'id T-1', batch: 1010, isDraft: true }] },
      ['2 warning draft-elsewhere'],
    ],
    [
      'funded before, by no batch that this one corrects',
      ['T-1 A 1.00'],
      { held: past(held('A', 100)) },
      ['2 warning already-funded'],
    ],
    [
      'funded by the batch that it corrects',
      ['T-1 A 2.00'],
      { held: past(held('A', 100)), origins: [1007] },
      [],
    ],
    [
      'a merchant that is left out keeps its money',
      ['T-1 B 1.00'],
      { held: past(held('A', 100)), origins: [1007] },
      ['2 error merchant-left-out'],
    ],
    [
      'a merchant that is taken out is named with 0',
      ['T-1 B 1.00', 'T-1 A 0.00'],
      { held: past(held('A', 100)), origins: [1007] },
      ['3 warning taken-out'],
    ],
    ['one that holds 0 may be left out', ['T-1 B 1.00'], { held: past(held('A', 0)), origins: [1007] }, []],
    [
      'what is left out counts towards the sale',
      ['T-1 B 1.00'],
      { held: past(held('A', 100)), origins: [1007], sales: [sale('T-1', 100)] },
      ['2 error over-sale', '2 error merchant-left-out'],
    ],
    [
      'once taken out it does not',
      ['T-1 B 1.00', 'T-1 A 0.00'],
      { held: past(held('A', 100)), origins: [1007], sales: [sale('T-1', 100)] },
      ['3 warning taken-out'],
    ],
    [
      'what may be held counts as held',
      ['T-1 B 1.00'],
      { held: past(held('A', 1, { isCertain: false })), origins: [1007], sales: [sale('T-1', 100)] },
      ['2 error over-sale', '2 error merchant-left-out'],
    ],
  ])('%s', (_, given, knowledge, problems) => {
    expect(check(lines(...given), known(knowledge))).toEqual(problems)
  })

  it('takes a merchant out by a line of 0 behind the others of its transaction', () => {
    const given = lines('T-1 B 1.00', 'T-2 C 1.00')
    const index = indexMoney(known({ held: past(held('A', 100), held('B', 50), held('C', 0)) }))
    expect(withTakenOut(given, transactionsOf(given), index)).toEqual([
      given[0],
      { row: 4, transactionId: 'T-1', retrievalReferenceNumber: '', merchantId: 'A', amount: '0.00' },
      given[1],
    ])
  })

  it('leaves nothing that could be left out, whatever is held and given', () => {
    const name = fc.constantFrom('A', 'B', 'C', 'D')
    const amounts = fc.uniqueArray(fc.tuple(name, fc.integer({ min: 0, max: 500 })), {
      selector: ([id]) => id,
    })
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 0, max: 2_000 }), (was, given, saleMinor) => {
        if (given.length === 0) return
        const own = lines(...given.map(([id, minor]) => `T-1 ${id} ${(minor / 100).toFixed(2)}`))
        const index = indexMoney(
          known({
            held: past(...was.map(([id, minor]) => held(id, minor))),
            sales: [sale('T-1', saleMinor)],
          }),
        )
        const whole = withTakenOut(own, transactionsOf(own), index)
        const problems = checkMoney(whole, transactionsOf(whole), centsOf, index)
        expect(problems.filter(({ code }) => code === 'merchant-left-out')).toEqual([])
        // What the partner holds after it is what the lines say, and no more.
        const after = new Map([
          ...was,
          ...whole.map((line) => [line.merchantId, centsOf(line) ?? 0] as const),
        ])
        const sum = [...after.values()].reduce((total, minor) => total + minor, 0)
        expect(problems.some(({ code }) => code === 'over-sale')).toBe(sum > saleMinor)
      }),
    )
  })
})

describe('what approvers are shown', () => {
  it('sums by merchant, names the largest, and says what changes and by how much', () => {
    const given = lines('T-1 A 80.00', 'T-1 B 20.00', 'T-2 B 5.00', 'T-3 C 1.00')
    const money = summarizeMoney(
      given,
      transactionsOf(given),
      centsOf,
      indexMoney(
        known({
          merchants: [merchant('A'), { ...merchant('B'), isFirst: true }],
          sales: [sale('T-1', 9_000), sale('T-2', 700)],
          held: [{ key: 'id T-1', amounts: [held('A', 9_000), held('B', 2_000)] }],
          overrides: [
            { key: 'id T-1', allowedMinor: 10_000, saleMinor: 9_000, by: 'Felix Penny', reason: 'Tip' },
          ],
        }),
      ),
      3,
    )
    expect(money).toEqual({
      totalMinor: '10600',
      merchants: [
        { merchantId: 'A', name: 'Shop A', amountMinor: '8000', lines: 1, isFirst: false },
        { merchantId: 'B', name: 'Shop B', amountMinor: '2500', lines: 2, isFirst: true },
        { merchantId: 'C', name: '', amountMinor: '100', lines: 1, isFirst: true },
      ],
      merchantCount: 3,
      firstPayments: 2,
      largest: [
        { transaction: 'T-1', merchantId: 'A', amountMinor: '8000' },
        { transaction: 'T-1', merchantId: 'B', amountMinor: '2000' },
        { transaction: 'T-2', merchantId: 'B', amountMinor: '500' },
        { transaction: 'T-3', merchantId: 'C', amountMinor: '100' },
      ],
      changes: [
        {
          transaction: 'T-1',
          merchantId: 'A',
          wasMinor: '9000',
          isMinor: '8000',
          batch: 1007,
          isCertain: true,
        },
      ],
      changeCount: 1,
      changedWasMinor: '11000',
      changedIsMinor: '10000',
      overrides: [
        { transaction: 'T-1', saleMinor: '9000', allowedMinor: '10000', by: 'Felix Penny', reason: 'Tip' },
      ],
      inLog: 2,
      notInLog: 1,
      belowSale: 1,
      belowSaleMinor: '200',
      warnings: 3,
    })
  })
})

describe('a default split that nobody applied', () => {
  const withSplit = { ...merchant('A'), defaultSplit: '2.9% to FEE, remainder to this merchant' }
  const found = (batch: FundingLine[], fields: Partial<MoneyKnowledge> = {}) =>
    checkMoney(
      batch,
      transactionsOf(batch),
      centsOf,
      indexMoney(
        known({
          merchants: [withSplit, merchant('B')],
          sales: [sale('T-1', 1_000), sale('T-2', 2_000), sale('T-3', 3_000)],
          ...fields,
        }),
      ),
    ).filter(({ code }) => code === 'split-not-applied')

  test('is told once for its merchant, with how many sales it is missing in', () => {
    const batch = lines('T-1 A 10.00', 'T-2 A 20.00', 'T-3 B 30.00')
    const problems = found(batch)
    expect(problems).toMatchObject([{ row: 2, field: 'merchantId', severity: 'warning', count: 2 }])
    expect(problemText(problems[0] as never, batch[0])).toBe(
      'The default split of A is not applied: 2.9% to FEE, remainder to this merchant. It gets all of the sale in 2 transactions here. Split them, or leave it if intended.',
    )
  })

  test.each([
    ['a part of the sale', lines('T-1 A 9.71')],
    ['a split', lines('T-1 A 9.71', 'T-1 B 0.29')],
    ['a sale that the log does not know', lines('T-9 A 10.00')],
  ])('is not told of %s', (_, batch) => expect(found(batch)).toEqual([]))
})

test('a first payment names the id, and the merchant that it could be taken for', () => {
  const batch = lines('T-1 HARBOR-LANE-O2 10.00')
  const [problem] = checkMoney(
    batch,
    transactionsOf(batch),
    centsOf,
    indexMoney(
      known({
        merchants: [
          {
            ...merchant('HARBOR-LANE-O2'),
            name: 'Harbor Lane Books',
            isFirst: true,
            lookAlike: 'HARBOR-LANE-02 (Harbor Lane Books)',
          },
        ],
      }),
    ),
  )
  expect(problem && problemText(problem, batch[0])).toBe(
    'First payment to Harbor Lane Books (HARBOR-LANE-O2). It looks like HARBOR-LANE-02 (Harbor Lane Books). Check that this is the right merchant.',
  )
})
