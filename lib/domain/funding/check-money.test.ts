import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { centsOf, held, known, lines, merchant, sale } from '@/lib/testing/money'
import { payeeChangeWords, summarizeMoney } from './batch-money'
import { transactionsOf } from './check-batch'
import {
  checkMoney,
  indexMoney,
  joinProblems,
  type KnownSale,
  type MoneyKnowledge,
  rowsWithoutMerchant,
  transactionKey,
  transactionName,
  typedLines,
  withTakenOut,
} from './check-money'
import type { HeldAmount } from './held'
import type { FundingLine } from './line'
import { type LineProblem, problemText } from './line-problem'
import { splitAmount } from './split'
import { risksAmong, warningGroups } from './warning-groups'

/** `2 error over-sale`, one for each problem. */
const check = (given: readonly FundingLine[], knowledge: MoneyKnowledge): string[] =>
  checkMoney(given, transactionsOf(given), centsOf, indexMoney(knowledge)).map(
    ({ row, severity, code }) => `${row} ${severity} ${code}`,
  )

describe('a whole number among amounts with cents', () => {
  test.each<[rule: string, texts: string[], problems: string[]]>([
    ['may be cents whose point was lost', ['T-1 A 65.25', 'T-2 A 2974'], ['3 warning whole-number']],
    ['with a sign and a comma, too', ['T-1 A 65.25', 'T-2 A $2,974'], ['3 warning whole-number']],
    ['of two digits is hardly cents', ['T-1 A 65.25', 'T-2 A 50'], []],
    ['is what all of them are', ['T-1 A 6525', 'T-2 A 2974'], []],
  ])('%s', (_, texts, problems) => {
    expect(check(lines(...texts), known())).toEqual(problems)
  })

  test('the line that the desk put in shows no cents of anybody', () => {
    const typed = lines('T-1 A 2974')
    const added = lines('T-1 B 0.00').map((line) => ({ ...line, row: 3, isAdded: true }))
    expect(check([...typed, ...added], known())).not.toContain('2 warning whole-number')
  })
})

describe('a line is held against its merchant', () => {
  test.each<[rule: string, line: string, merchants: MoneyKnowledge['merchants'], problems: string[]]>([
    ['an active one is in order', 'T-1 A 10.00', [merchant('A')], []],
    ['one that the directory does not have', 'T-1 Z 10.00', [merchant('A')], ['2 error merchant-unknown']],
    [
      'one that no one has confirmed',
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
      '“BLUEBRID-01” is not in the merchant directory. Did you mean BLUEBIRD-01? Correct the ID, or add the merchant first.',
    )
  })
})

describe('a transaction is held against its sale', () => {
  test.each<[rule: string, amount: string, sale: KnownSale, problems: string[]]>([
    ['all of it is in order', '75.21', sale('T-1', 7521), []],
    ['a cent above it is an error', '75.22', sale('T-1', 7521), ['2 error over-sale']],
    ['a hundred times as much is an error', '7521.00', sale('T-1', 7521), ['2 error over-sale']],
    [
      'half of it is told of with all others below their sale',
      '37.61',
      sale('T-1', 7521),
      ['2 warning below-sale'],
    ],
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
    ['funded externally', '1.00', sale('T-1', 100, { trouble: 'outside' }), ['2 error sale-outside']],
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
      ['2 error sale-other-profile', '2 error over-sale'],
    ],
    [
      'the sale of another merchant, who gets nothing of it',
      '1.00',
      sale('T-1', 100, { merchantId: 'B' }),
      ['2 warning other-payee'],
    ],
    ['the sale of this merchant', '1.00', sale('T-1', 100, { merchantId: 'A' }), []],
    ['nothing is given, so to no one else', '0.00', sale('T-1', 100, { merchantId: 'B' }), []],
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
    expect(check(lines('T-1 A 60.00', 'T-1 B 40.00'), known({ sales }))).toEqual(['2 warning split-differs'])
    expect(check(lines('T-1 A 100.00', 'T-1 B 0.00'), known({ sales }))).toEqual(['2 warning other-payee'])
  })

  it.each([
    [['T-1 A 1.00'], 'A gets $1.00'],
    [['T-1 A 0.20', 'T-1 B 0.50', 'T-1 A 0.40', 'T-1 C 0.00'], 'A gets $0.60, B gets $0.50'],
    [
      ['T-1 A 1.00', 'T-1 B 5.00', 'T-1 C 4.00', 'T-1 D 3.00', 'T-1 E 2.00'],
      'B gets $5.00, C gets $4.00, D gets $3.00, and 2 more',
    ],
  ])('names whose sale it is, who gets its money instead, and how much: %j', (texts, paid) => {
    const given = lines(...texts)
    const index = indexMoney(known({ sales: [sale('T-1', 1500, { merchantId: 'HARBOR-LANE-02' })] }))
    const problems = checkMoney(given, transactionsOf(given), centsOf, index)
    const problem = problems.find(({ code }) => code === 'other-payee')
    expect(problem && problemText(problem, given[0])).toBe(
      `The callback log has “T-1” as a sale of HARBOR-LANE-02, who gets nothing here: ${paid}. Check the merchants of this transaction.`,
    )
  })

  it('of a sale of another amount says which sale has exactly what is given', () => {
    const near = { id: 'T-7', amountMinor: 1500, merchantId: 'A', isSlip: true } as const
    const told = (saleMinor: number, merchantId = '', like: { amountMinor?: number } = {}) => {
      const given = lines('T-1 A 15.00')
      const sales = [sale('T-1', saleMinor, { merchantId })]
      const index = indexMoney(known({ sales, likeSales: [['T-1', [{ ...near, ...like }]]] }))
      return checkMoney(given, transactionsOf(given), centsOf, index).map((problem) =>
        problemText(problem, given[0]),
      )
    }
    const meant = (amount: string) =>
      `The sale is ${amount}, and its merchants would have $15.00. Did you mean T-7? That sale has exactly this amount.`
    expect(told(24_710)).toEqual([meant('$247.10')])
    expect(told(1_600, 'A')).toEqual([meant('$16.00')])
    expect(told(1_400, 'A')).toEqual([
      'The sale is $14.00; after this batch its merchants would have $15.00. Did you mean T-7? Correct the ID, or lower the amount.',
    ])
    expect(told(1_500, 'A')).toEqual([])
    expect(told(24_710, '', { amountMinor: 1_499 }).join()).not.toContain('Did you mean')
  })

  it('suggests the sale of the merchant who is paid, one slip away and of exactly the amount', () => {
    const given = lines('T-1 A 15.00')
    const own = { id: 'T-7', amountMinor: 1500, merchantId: 'A', isSlip: true } as const
    const told = (near: typeof own | { id: string; amountMinor: number; merchantId: string }) =>
      checkMoney(
        given,
        transactionsOf(given),
        centsOf,
        indexMoney(known({ sales: [sale('T-1', 1500, { merchantId: 'B' })], likeSales: [['T-1', [near]]] })),
      ).map((problem) => problemText(problem, given[0]))
    expect(told(own)).toEqual([
      'The callback log has “T-1” as a sale of B, who gets nothing here: A gets $15.00. Did you mean T-7? Check the merchants of this transaction.',
    ])
    expect(told({ ...own, merchantId: 'C' })[0]).not.toContain('Did you mean')
    expect(told({ ...own, amountMinor: 1499 })[0]).not.toContain('Did you mean')
  })

  it('tells of another sale of the same invoice, card and amount', () => {
    const given = lines('T-1 A 1.00')
    const index = indexMoney(known({ sales: [sale('T-1', 100, { twin: 'T-7' })] }))
    const problems = checkMoney(given, transactionsOf(given), centsOf, index)
    expect(problems.map(({ code }) => code)).toEqual(['sale-twin'])
    expect(problemText(problems[0] as never, given[0])).toContain('“T-1” looks like the same sale as T-7')
    // To take everything back pays nobody twice.
    expect(check(lines('T-1 A 0.00'), known({ sales: [sale('T-1', 100, { twin: 'T-7' })] }))).toEqual([])
  })

  it.each([
    ['125', 1_250_000, 'The callback says “125”, which reads as $125.00 or $1.25, not as this amount.'],
    ['125', 12_500, 'The callback says “125”, which reads as $125.00 or $1.25.'],
    ['', 12_500, 'The callback has no amount.'],
    ['a lot', 12_500, 'The callback says “a lot”.'],
  ])('shows beside an amount that was set by hand what came: %s, set to %i', (amountText, minor, words) => {
    const given = lines(`T-1 A ${(minor / 100).toFixed(2)}`)
    const sales = [sale('T-1', minor, { judgedBy: 'Ada', amountText })]
    const [problem] = checkMoney(given, transactionsOf(given), centsOf, indexMoney(known({ sales })))
    expect(problem && problemText(problem, given[0])).toContain(words)
  })

  it('says of a resolved conflict what the other delivery says, who chose, and why', () => {
    const given = lines('T-1 A 46.79')
    const resolved = { by: 'Ada', note: 'As the bank says', others: [{ tranType: 'VOID', amount: '4.67' }] }
    const sales = [sale('T-1', 4_679, { judgedBy: 'Ada', resolved })]
    const [problem] = checkMoney(given, transactionsOf(given), centsOf, indexMoney(known({ sales })))
    expect(problem && problemText(problem, given[0])).toBe(
      '“T-1”: deliveries conflicted, and Ada chose $46.79: “As the bank says”. The other one has type “VOID”, amount “4.67”.',
    )
  })

  it('has a reason whole and in one paragraph, however long: the approver judges that text', () => {
    const note = `The shop has the receipt: 126.50.\n\nThe second notice was a clerk’s mistake. ${'x'.repeat(1_900)}end`
    const shown = `“${note.replace('\n\n', ' ')}”`
    for (const judged of [
      { amountText: '125', amountNote: note },
      { resolved: { by: 'Ada', note, others: [] } },
    ]) {
      const given = lines('T-1 A 126.50')
      const sales = [sale('T-1', 12_650, { judgedBy: 'Ada', ...judged })]
      const [problem] = checkMoney(given, transactionsOf(given), centsOf, indexMoney(known({ sales })))
      expect(problem && problemText(problem, given[0])).toContain(shown)
    }
  })

  it('says that the other delivery has no type, and quotes no nothing', () => {
    const given = lines('T-1 A 46.79')
    const resolved = { by: 'Ada', note: '', others: [{ tranType: '', amount: ' ' }] }
    const sales = [sale('T-1', 4_679, { judgedBy: 'Ada', resolved })]
    const [problem] = checkMoney(given, transactionsOf(given), centsOf, indexMoney(known({ sales })))
    expect(problem && problemText(problem, given[0])).toBe(
      '“T-1”: deliveries conflicted, and Ada chose $46.79. The other one has no type, no amount.',
    )
  })

  test.each([
    [undefined, 'which has not ended. Remove it here, or wait for B-1010.'],
    ['resolving', 'whose outcome is unknown. Remove it here, or resolve B-1010 first.'],
    ['rest', 'which has stopped. Remove it here, or send or withdraw the rest of B-1010 first.'],
  ] as const)('nobody is told to wait for what does not end by itself: %s', (waitsFor, words) => {
    const given = lines('T-1 A 1.00')
    const open = [{ key: 'id T-1', batch: 1010, isDraft: false, ...(waitsFor && { waitsFor }) }]
    const found = checkMoney(given, transactionsOf(given), centsOf, indexMoney(known({ open })))
    const other = found.find(({ code }) => code === 'open-elsewhere')
    expect(other && problemText(other, given[0])).toBe(`This transaction is in B-1010, ${words}`)
  })

  it('tells of all sales that get a little less than they are in one warning', () => {
    const given = lines('T-1 A 9.00', 'T-2 A 8.00', 'T-3 A 10.00')
    const sales = [sale('T-1', 1_000), sale('T-2', 1_000), sale('T-3', 1_000)]
    const problems = checkMoney(given, transactionsOf(given), centsOf, indexMoney(known({ sales })))
    expect(problems).toMatchObject([{ row: 2, code: 'below-sale', severity: 'warning', count: 2 }])
    expect(problemText(problems[0] as never, given[0])).toBe(
      '2 transactions get less than the sale: $3.00 in all. OK if intended.',
    )
  })

  it('marks what is not in the log where the log knows others of the batch, or one that looks like it', () => {
    const given = lines('T-1 A 1.00', 'T-2 A 1.00')
    expect(check(given, known())).toEqual([])
    expect(check(given, known({ sales: [sale('T-1', 100)] }))).toEqual(['3 warning unlogged'])
    expect(check(given, known({ likeSales: [['T-2', [{ id: 'T-02', amountMinor: 100 }]]] }))).toEqual([
      '3 warning unlogged',
    ])
    // IDs in a row are near each other: where the log has none of them, that says nothing.
    const slip = { id: 'T-3', amountMinor: 100, isSlip: true } as const
    expect(check(given, known({ likeSales: [['T-2', [slip]]] }))).toEqual([])
    expect(check(given, known({ sales: [sale('T-1', 100)], unlogged: 'refused' }))).toEqual([
      '3 error not-in-log',
    ])
    // To take all of it back is right, whatever it is.
    expect(check(lines('T-2 A 0.00'), known({ unlogged: 'refused' }))).toEqual([])
  })

  it('takes an id that another batch has in other letters for the same, unless all of it is taken back', () => {
    const elsewhere = known({ sameInBatches: [['ab-1', { id: 'AB-1', batch: 12 }]] })
    expect(check(lines('ab-1 A 1.00'), elsewhere)).toEqual(['2 error same-id-elsewhere'])
    expect(check(lines('ab-1 A 0.00'), elsewhere)).toEqual([])
  })

  it('takes two ids that differ by letter case or spaces for one, where the log knows neither', () => {
    const given = lines('AB-1 A 1.00', 'T-1 A 1.00', 'ab-1 B 1.00')
    expect(check(given, known())).toEqual(['4 error same-id-otherwise'])
  })

  it('tells whoever approves of two sales of the log that differ by letter case alone', () => {
    const sales = [sale('AB-1', 100), sale('ab-1', 100), sale('T-1', 100)]
    const given = lines('AB-1 A 1.00', 'T-1 A 1.00', 'ab-1 A 1.00')
    const problems = checkMoney(given, transactionsOf(given), centsOf, indexMoney(known({ sales })))
    expect(problems).toMatchObject([{ row: 4, code: 'sale-same-letters', severity: 'warning' }])
    expect(risksAmong(problems)).toEqual(problems)
    expect(problemText(problems[0] as never, given[2])).toBe(
      '“ab-1” differs from “AB-1” (row 2) by letter case or spaces alone, and the callback log has both. Make sure that they are two sales.',
    )
    const elsewhere = known({ sales, sameInBatches: [['ab-1', { id: 'AB-1', batch: 12, isLogged: true }]] })
    const [alone] = checkMoney(given.slice(2), transactionsOf(given.slice(2)), centsOf, indexMoney(elsewhere))
    expect(problemText(alone as never, given[2])).toContain('differs from “AB-1” (B-12) by letter case')
    // To take one of them back pays nobody twice.
    expect(check(lines('AB-1 A 1.00', 'ab-1 A 0.00'), elsewhere)).toEqual([])
  })

  const back = { tranId: 'T-8', tranType: 'VOID', closed: null }
  it.each<[rule: string, sale: Partial<KnownSale>, amount: string, problems: string[]]>([
    ['a void of it that no one has looked at', { takenBack: back }, '1.00', ['2 error sale-taken-back']],
    [
      'one that a person has closed',
      { takenBack: { ...back, closed: { by: 'Ole', note: 'Of another payment.' } } },
      '1.00',
      ['2 warning sale-back-closed'],
    ],
    ['nothing is paid', { takenBack: back }, '0.00', []],
    ['receivers of two merchants', { merchantIds: ['A', 'B'] }, '1.00', ['2 warning sale-of-several']],
  ])('a sale with another callback: %s', (_, fields, amount, problems) => {
    expect(check(lines(`T-1 A ${amount}`), known({ sales: [sale('T-1', 100, fields)] }))).toEqual(problems)
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
      'B-1078 sent this transaction and got no answer; Fiona Cole then recorded that the partner did not receive it. Confirm that before paying it again.',
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
        shares: { A: 11_000 },
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
    // Not for anybody else, alone or beside whom it was allowed for; less for the same one is.
    expect(check(lines('T-1 B 110.00'), knowledge)).toEqual(['2 error over-sale'])
    expect(check(lines('T-1 A 60.00', 'T-1 B 50.00'), knowledge)).toEqual(['2 error over-sale'])
    expect(check(lines('T-1 A 105.00', 'T-1 B 0.00'), knowledge)).toEqual(
      expect.arrayContaining(['2 warning over-sale-allowed']),
    )
    // What is above the sale was allowed for one of two payees, and is not the other one's.
    const both = overrides.map((one) => ({ ...one, shares: { A: 10_000, B: 1_000 } }))
    const ofBoth = known({ sales: [sale('T-1', 10_000)], overrides: both })
    expect(check(lines('T-1 A 100.00', 'T-1 B 10.00'), ofBoth)).toEqual(['2 warning over-sale-allowed'])
    expect(check(lines('T-1 A 95.00', 'T-1 B 15.00'), ofBoth)).toEqual(
      expect.arrayContaining(['2 error over-sale']),
    )
    expect(check(lines('T-1 A 50.00', 'T-1 A 55.00'), ofBoth)).toEqual(
      expect.arrayContaining(['2 error over-sale']),
    )
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
      ['3 warning taken-out', '2 warning payee-changed'],
    ],
    [
      'a part that goes from one merchant to another',
      ['T-1 A 0.60', 'T-1 B 0.50'],
      { held: past(held('A', 100)), origins: [1007] },
      ['2 warning payee-changed'],
    ],
    [
      'less for one of two, and more for none',
      ['T-1 A 0.60', 'T-1 B 0.50'],
      { held: past(held('A', 100), held('B', 50)), origins: [1007] },
      [],
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
      ['3 warning taken-out', '2 warning payee-changed'],
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

  it('says who had the money of a sale and who gets it, where the sum is the same', () => {
    const given = lines('T-1 B 1.00', 'T-1 A 0.00')
    const index = indexMoney(known({ held: past(held('A', 100)), origins: [1007] }))
    const problems = checkMoney(given, transactionsOf(given), centsOf, index)
    const money = summarizeMoney(given, transactionsOf(given), centsOf, index, problems)
    expect([money.changedWasMinor, money.changedIsMinor]).toEqual(['100', '100'])
    expect(payeeChangeWords(money)).toBe('Merchant changes: was A $1.00, is B $1.00')
    expect(money.warningGroups?.[0]?.texts).toEqual([
      'Row 2, $1.00 in 2 rows: The merchant of “T-1” changes: was A $1.00, is B $1.00. Check who the sale belongs to.',
    ])
  })

  it('takes a merchant out by a line of 0 behind the others of its transaction', () => {
    const given = lines('T-1 B 1.00', 'T-2 C 1.00')
    const index = indexMoney(known({ held: past(held('A', 100), held('B', 50), held('C', 0)) }))
    expect(withTakenOut(given, transactionsOf(given), index)).toEqual([
      given[0],
      {
        row: 4,
        transactionId: 'T-1',
        retrievalReferenceNumber: '',
        merchantId: 'A',
        amount: '0.00',
        isAdded: true,
      },
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
            {
              key: 'id T-1',
              allowedMinor: 10_000,
              saleMinor: 9_000,
              shares: {},
              by: 'Felix Penny',
              reason: 'Tip',
            },
          ],
        }),
      ),
      [
        {
          row: 3,
          field: 'merchantId',
          code: 'split-differs',
          severity: 'warning',
          merchant: 'A',
          shares: [{ merchantId: 'B', isMinor: 2_000, defaultMinor: 0 }],
        },
        ...[5, 4, 3, 2].map(
          (row) => ({ row, field: 'amount', code: 'amount-one-decimal', severity: 'warning' }) as const,
        ),
        { row: 2, field: 'amount', code: 'over-sale', severity: 'error' },
      ],
    )
    const { warningGroups, riskRows, ...figures } = money
    expect(riskRows).toEqual({ 'split-differs': [[3, 3]] })
    expect(warningGroups?.map(({ code, count }) => [code, count])).toEqual([
      ['split-differs', 1],
      ['amount-one-decimal', 4],
    ])
    expect(warningGroups?.[1]?.texts).toHaveLength(3)
    expect(warningGroups?.[1]?.texts[0]).toContain('Row 2, T-1, $80.00: “80.00”')
    expect(figures).toEqual({
      totalMinor: '10600',
      takenMinor: '1000',
      merchants: [
        {
          merchantId: 'A',
          name: 'Shop A',
          amountMinor: '8000',
          lines: 1,
          isFirst: false,
          wasMinor: '9000',
          takenMinor: '1000',
        },
        { merchantId: 'B', name: 'Shop B', amountMinor: '2500', lines: 2, isFirst: true, wasMinor: '2000' },
        { merchantId: 'C', name: '', amountMinor: '100', lines: 1, isFirst: true, wasMinor: '0' },
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
      changesSum: { wasMinor: '9000', isMinor: '8000' },
      overrides: [
        { transaction: 'T-1', saleMinor: '9000', allowedMinor: '10000', by: 'Felix Penny', reason: 'Tip' },
      ],
      inLog: 2,
      notInLog: 1,
      belowSale: 1,
      belowSaleMinor: '200',
      warnings: 5,
      // A row with an error is among those.
      warnedRows: 3,
      otherSplits: [
        {
          transaction: 'T-1',
          merchantId: 'A',
          shares: [{ merchantId: 'B', isMinor: 2_000, defaultMinor: 0 }],
        },
      ],
      otherSplitCount: 1,
      payeeChanges: [],
      payeeChangeCount: 0,
      withoutMerchantCount: 2,
      withoutMerchant: [
        { merchantId: 'A', name: 'Shop A', sales: 1, amountMinor: '8000' },
        { merchantId: 'B', name: 'Shop B', sales: 2, amountMinor: '2500' },
      ],
    })
  })
})

describe('rows that get money of a sale without a merchant in the log', () => {
  const rows = (
    batch: FundingLine[],
    sales: MoneyKnowledge['sales'],
    merchants = [merchant('A'), merchant('B')],
  ) => rowsWithoutMerchant(batch, transactionsOf(batch), centsOf, indexMoney(known({ merchants, sales })))

  test('are all of that sale, and none of a sale whose merchant is known or that the log has not', () => {
    const batch = lines('T-1 A 6.00', 'T-1 B 4.00', 'T-2 A 20.00', 'T-3 A 5.00')
    expect(rows(batch, [sale('T-1', 1_000), sale('T-2', 2_000, { merchantId: 'A' })])).toEqual([2, 3])
  })

  test('are not those that take money back, nor of a sale that an error or its merchants speak against', () => {
    expect(rows(lines('T-1 A 0.00', 'T-1 B 4.00'), [sale('T-1', 1_000)])).toEqual([3])
    expect(rows(lines('T-1 A 10.00'), [sale('T-1', 1_000, { trouble: 'conflict' })])).toEqual([])
    expect(rows(lines('T-1 A 10.00'), [sale('T-1', 1_000, { merchantIds: ['A', 'B'] })])).toEqual([])
    const shares = [{ merchantId: 'B', percent: '2.9' }, { merchantId: 'A' }]
    const withSplit = { ...merchant('A'), defaultSplit: '2.9% to B', shares }
    const split = lines('T-1 A 6.00', 'T-1 B 4.00')
    expect(
      rows(split, [sale('T-1', 1_000)], [withSplit, merchant('B')]),
      'it is held against its split',
    ).toEqual([])
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
          sales: [
            sale('T-1', 1_000, { merchantId: 'A' }),
            sale('T-2', 2_000, { merchantId: 'A' }),
            sale('T-3', 3_000, { merchantId: 'B' }),
            sale('T-4', 4_000, { merchantId: 'B' }),
            sale('T-5', 5_000),
          ],
          ...fields,
        }),
      ),
    ).filter(({ code }) => code === 'split-not-applied')

  test('is told once for its merchant, with how many sales it is missing in', () => {
    const batch = lines('T-1 A 10.00', 'T-2 A 20.00', 'T-3 B 30.00')
    const problems = found(batch)
    expect(problems).toMatchObject([{ row: 2, field: 'merchantId', severity: 'warning', count: 2 }])
    expect(problems[0]?.alsoRows, 'and the row of each of them is marked').toEqual([3])
    // As many as the grid shows of this kind.
    const [group] = warningGroups(problems, { lines: [], transactions: [], centsOf }, 3)
    expect(group).toMatchObject({ count: 1, rows: 2 })
    expect(problemText(problems[0] as never, batch[0])).toBe(
      'The default split of A is not applied: 2.9% to FEE, remainder to this merchant. It gets all of the sale in 2 transactions here. Split them, or leave it if intended.',
    )
  })

  it.each([
    ['whose merchant the log does not have', 'T-5', 'A 50.00'],
    ['of its own', 'T-1', 'A 10.00'],
  ])('is told where $0.00 takes another out of a sale %s: that is no split', (_, id, paid) => {
    for (const batch of [lines(`${id} B 0.00`, `${id} ${paid}`), lines(`${id} ${paid}`, `${id} B 0.00`)]) {
      const row = batch.find(({ merchantId }) => merchantId === 'A')?.row
      expect(found(batch)).toMatchObject([{ row, merchant: 'A', count: 1 }])
    }
    expect(found(lines(`${id} ${paid}`, `${id} B 0.01`))).toEqual([])
  })

  test('says what the sales come to, and what others do not get of them', () => {
    const shares = [{ merchantId: 'FEE', percent: '2.9' }, { merchantId: 'A' }]
    const problems = found(lines('T-1 A 10.00', 'T-2 A 20.00', 'T-3 B 30.00'), {
      merchants: [{ ...withSplit, shares }, merchant('B')],
    })
    expect(problemText(problems[0] as never)).toContain(
      'It gets all of the sale in 2 transactions here, $30.00; by default $0.87 of that goes to others.',
    )
    const [group] = warningGroups([...problems, ...problems], { lines: [], transactions: [], centsOf }, 3)
    expect(group).toMatchObject({ count: 2, sales: { count: 4, amountMinor: '6000', missingMinor: '174' } })
  })

  it('counts no sale that the log has as that of another merchant, and apart those without one', () => {
    const shares = [{ merchantId: 'FEE', percent: '2.9' }, { merchantId: 'A' }]
    const batch = lines('T-1 A 10.00', 'T-4 A 40.00', 'T-5 A 50.00')
    const problems = found(batch, { merchants: [{ ...withSplit, shares }, merchant('B')] })
    expect(warningGroups(problems, { lines: [], transactions: [], centsOf }, 3)[0]?.sales).toEqual({
      count: 1,
      amountMinor: '1000',
      missingMinor: '29',
      unowned: { count: 1, amountMinor: '5000', missingMinor: '145' },
    })
    expect(problems.map((problem) => problem.row)).toEqual([2, 4])
    expect(problemText(problems[1] as never)).toMatch(
      /^The callback log names no single merchant for 1 transaction here\. The default split of A /,
    )
  })

  it('counts a sale once that stands in two places, with two payees or one', () => {
    const batch = lines('T-5 A 50.00', 'T-1 A 10.00', 'T-5 B 50.00', 'T-1 A 10.00')
    const merchants = [withSplit, { ...withSplit, merchantId: 'B' }]
    const [group] = warningGroups(found(batch, { merchants }), { lines: [], transactions: [], centsOf }, 3)
    expect(group?.sales).toMatchObject({ count: 1, unowned: { count: 1, amountMinor: '5000' } })
  })

  test.each([
    ['a part of the sale', lines('T-1 A 9.71')],
    ['a split', lines('T-1 A 9.71', 'T-1 B 0.29')],
    ['a sale that the log does not know', lines('T-9 A 10.00')],
  ])('is not told of %s', (_, batch) => expect(found(batch)).toEqual([]))
})

describe('a default split', () => {
  const shares = [{ merchantId: 'FEE', percent: '2.9' }, { merchantId: 'A' }]
  const withSplit = { ...merchant('A'), defaultSplit: '2.9% to FEE, remainder to this merchant', shares }
  const merchants = [withSplit, merchant('B'), merchant('FEE')]
  const ofA = { merchantId: 'A' }

  test.each<[rule: string, given: string[], sale: KnownSale, problems: string[]]>([
    ['is followed', ['T-1 FEE 2.90', 'T-1 A 97.10'], sale('T-1', 10_000, ofA), []],
    ['is followed to a cent', ['T-1 FEE 2.91', 'T-1 A 97.09'], sale('T-1', 10_000, ofA), []],
    ['is followed in any order', ['T-1 A 97.10', 'T-1 FEE 2.90'], sale('T-1', 10_000), []],
    [
      'is not followed',
      ['T-1 FEE 2.92', 'T-1 A 97.08'],
      sale('T-1', 10_000, ofA),
      ['2 warning split-differs'],
    ],
    [
      'is not followed, and the log does not say whose sale it is',
      ['T-1 FEE 29.00', 'T-1 A 71.00'],
      sale('T-1', 10_000),
      ['2 warning split-differs'],
    ],
    [
      'is that of one payee of several, and the log does not say whose sale it is',
      ['T-1 A 60.00', 'T-1 B 40.00'],
      sale('T-1', 10_000),
      [],
    ],
    [
      'is that of the only payee, and the log does not say whose sale it is',
      ['T-1 A 60.00'],
      sale('T-1', 10_000),
      ['2 warning below-sale'],
    ],
    [
      'its merchant gets a dollar, and another one the rest',
      ['T-1 A 1.00', 'T-1 B 99.00'],
      sale('T-1', 10_000, ofA),
      ['2 warning split-differs'],
    ],
    [
      'is of a merchant that has none: all of it is its own',
      ['T-1 B 1.00', 'T-1 FEE 99.00'],
      sale('T-1', 10_000, { merchantId: 'B' }),
      ['2 warning split-differs'],
    ],
    [
      'has a share that no one gets',
      ['T-1 A 97.10'],
      sale('T-1', 10_000, ofA),
      ['2 warning split-differs', '2 warning below-sale'],
    ],
    ['no one gets anything', ['T-1 A 0.00', 'T-1 B 0.00'], sale('T-1', 10_000, ofA), []],
    [
      'is not followed in the other order either, and the log does not say whose sale it is',
      ['T-1 A 71.00', 'T-1 FEE 29.00'],
      sale('T-1', 10_000),
      ['2 warning split-differs'],
    ],
    [
      'counts for those who get money alone: whoever gets nothing does not share it',
      ['T-1 B 0.00', 'T-1 FEE 29.00', 'T-1 A 71.00'],
      sale('T-1', 10_000),
      ['2 warning split-differs'],
    ],
    [
      'is none where one payee gets all that is given',
      ['T-1 A 60.00', 'T-1 FEE 0.00'],
      sale('T-1', 10_000),
      ['2 warning below-sale'],
    ],
  ])('%s', (_, given, own, problems) => {
    expect(check(lines(...given), known({ merchants, sales: [own] }))).toEqual(problems)
  })

  it('says who gets how much instead of how much', () => {
    const given = lines('T-1 A 1.00', 'T-1 B 99.00')
    const index = indexMoney(known({ merchants, sales: [sale('T-1', 10_000, ofA)] }))
    const [problem] = checkMoney(given, transactionsOf(given), centsOf, index)
    expect(problem && problemText(problem, given[0])).toBe(
      'This is not the default split of A: 2.9% to FEE, remainder to this merchant. FEE gets $0.00 instead of $2.90, A gets $1.00 instead of $97.10, B gets $99.00 instead of $0.00. OK if intended.',
    )
  })

  it('is that of the first payee with money who has one', () => {
    const ofOthers = {
      ...merchant('C'),
      defaultSplit: '1% to B',
      shares: [{ merchantId: 'B', percent: '1' }, { merchantId: 'C' }],
    }
    const ofFee = {
      ...merchant('FEE'),
      defaultSplit: 'Half to A',
      shares: [{ merchantId: 'A', percent: '50' }, { merchantId: 'FEE' }],
    }
    const told = (...given: string[]) =>
      checkMoney(
        lines(...given),
        transactionsOf(lines(...given)),
        centsOf,
        indexMoney(known({ merchants: [withSplit, ofOthers, ofFee], sales: [sale('T-1', 10_000)] })),
      ).map(({ code, merchant: owner }) => `${code} ${owner}`)
    expect(told('T-1 A 71.00', 'T-1 FEE 29.00')).toEqual(['split-differs A'])
    expect(told('T-1 FEE 29.00', 'T-1 A 71.00')).toEqual(['split-differs FEE'])
    expect(told('T-1 C 0.00', 'T-1 A 71.00', 'T-1 FEE 29.00')).toEqual(['split-differs A'])
  })

  it('names those alone who get another amount than they should', () => {
    const given = lines('T-1 FEE 2.90', 'T-1 A 50.00', 'T-1 B 47.10')
    const index = indexMoney(known({ merchants, sales: [sale('T-1', 10_000, ofA)] }))
    const [problem] = checkMoney(given, transactionsOf(given), centsOf, index)
    expect(problem?.shares).toEqual([
      { merchantId: 'A', isMinor: 5_000, defaultMinor: 9_710 },
      { merchantId: 'B', isMinor: 4_710, defaultMinor: 0 },
    ])
    // At the first row of the sale, and at the row of each of them.
    expect(problem?.row).toBe(2)
    expect(problem?.alsoRows).toEqual([3, 4])
  })

  it('gives a part of the sale to the one whom it gives all: that is below the sale, and no other split', () => {
    const toFee = { ...merchant('A'), defaultSplit: 'All to FEE', shares: [{ merchantId: 'FEE' }] }
    const sales = [sale('T-1', 10_000, ofA)]
    expect(check(lines('T-1 FEE 60.00'), known({ merchants: [toFee, merchant('FEE')], sales }))).toEqual([
      '2 warning below-sale',
    ])
  })

  it('calls nobody the merchant of a sale whose merchant the log does not know', () => {
    const given = lines('T-1 FEE 29.00', 'T-1 A 71.00')
    const index = indexMoney(known({ merchants, sales: [sale('T-1', 10_000)] }))
    const [problem] = checkMoney(given, transactionsOf(given), centsOf, index)
    expect(problem && problemText(problem, given[0])).toBe(
      'The callback log has no merchant for this sale. This is not the default split of A: 2.9% to FEE, remainder to this merchant. FEE gets $29.00 instead of $2.90, A gets $71.00 instead of $97.10. OK if intended.',
    )
  })

  it('gives to nobody but the one whom it gives all: then nobody else is told of', () => {
    const toFee = { ...merchant('A'), defaultSplit: 'All to FEE', shares: [{ merchantId: 'FEE' }] }
    const sales = [sale('T-1', 10_000, ofA)]
    expect(check(lines('T-1 FEE 100.00'), known({ merchants: [toFee, merchant('FEE')], sales }))).toEqual([])
  })

  it('finds every split that `splitAmount` makes to follow it', () => {
    const percents = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(percents, fc.integer({ min: 1, max: 5_000_000 }), (parts, saleMinor) => {
        const many = [
          ...parts.map((part, at) => ({ merchantId: `P-${at}`, percent: (part / 100).toFixed(2) })),
          { merchantId: 'A' },
        ]
        const split = splitAmount(BigInt(saleMinor), many)
        if (!split.ok) return
        const given = lines(
          ...split.amounts.map(
            ({ merchantId, amountMinor }) => `T-1 ${merchantId} ${(Number(amountMinor) / 100).toFixed(2)}`,
          ),
        )
        const payees = many.map(({ merchantId }) => merchant(merchantId))
        const owner = { ...merchant('A'), defaultSplit: 'many', shares: many }
        const knowledge = known({ merchants: [...payees, owner], sales: [sale('T-1', saleMinor, ofA)] })
        expect(check(given, knowledge).filter((text) => text.includes('split-differs'))).toEqual([])
      }),
    )
  })
})

it('says of a line that takes money away only that, and not also that it is zero', () => {
  const form = [
    { row: 2, field: 'amount', code: 'amount-zero', severity: 'warning' },
    { row: 3, field: 'amount', code: 'amount-zero', severity: 'warning' },
  ] as const
  const money = [{ row: 2, field: 'amount', code: 'taken-out', severity: 'warning' }] as const
  expect(joinProblems(form, money)).toEqual([form[1], money[0]])
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

describe('what is told of a line is all that its words need', () => {
  const at = (field: LineProblem['field']) => ({ row: 2, field })
  const ID = at('transactionId')
  const MERCHANT = at('merchantId')
  const AMOUNT = at('amount')
  const whole = (given: readonly FundingLine[], knowledge: MoneyKnowledge) =>
    checkMoney(given, transactionsOf(given), centsOf, indexMoney(knowledge))

  test.each<[rule: string, given: string[], Partial<MoneyKnowledge>, told: LineProblem[]]>([
    [
      'a merchant left out',
      ['T-1 B 1.00'],
      { held: [{ key: 'id T-1', amounts: [held('A', 300)] }], origins: [1007] },
      [
        {
          ...MERCHANT,
          code: 'merchant-left-out',
          severity: 'error',
          batch: 'B-1007',
          merchant: 'A',
          amounts: { heldMinor: 300 },
        },
      ],
    ],
    [
      'money taken away, of the one whose line it is',
      ['T-1 B 0.00', 'T-1 A 5.00'],
      {
        held: [{ key: 'id T-1', amounts: [held('A', 300), held('B', 200, { batchNumber: 1008 })] }],
        origins: [1007, 1008],
      },
      [
        {
          ...AMOUNT,
          code: 'taken-out',
          severity: 'warning',
          batch: 'B-1008',
          merchant: 'B',
          amounts: { heldMinor: 200 },
        },
        {
          row: 2,
          field: 'merchantId',
          code: 'payee-changed',
          severity: 'warning',
          payees: {
            was: [
              { merchantId: 'A', amountMinor: 300 },
              { merchantId: 'B', amountMinor: 200 },
            ],
            is: [{ merchantId: 'A', amountMinor: 500 }],
          },
        },
      ],
    ],
    [
      'an amount of 0 for a merchant that the partner holds 0 for',
      ['T-1 A 0.00'],
      { held: [{ key: 'id T-1', amounts: [held('A', 0)] }], origins: [1007] },
      [],
    ],
    [
      'a merchant that nobody knows',
      ['T-1 Q 1.00'],
      {},
      [{ ...MERCHANT, code: 'merchant-unknown', severity: 'error' }],
    ],
    [
      'one that looks like another',
      ['T-1 Q 1.00'],
      { suggestions: [['Q', 'A']] },
      [{ ...MERCHANT, code: 'merchant-unknown', severity: 'error', suggestion: 'A' }],
    ],
    [
      'one that was called by its name',
      ['T-1 shop 1.00'],
      { named: [['shop', ['A']]] },
      [{ ...MERCHANT, code: 'merchant-unknown', severity: 'error', suggestion: 'A' }],
    ],
    [
      'a name that several have',
      ['T-1 shop 1.00'],
      { named: [['shop', ['A', 'B']]] },
      [{ ...MERCHANT, code: 'merchant-ambiguous', severity: 'error', merchant: 'A, B' }],
    ],
    [
      'the name of a closed one',
      ['T-1 shop 1.00'],
      { named: [['shop', ['A']]], merchants: [merchant('A', 'closed')] },
      [{ ...MERCHANT, code: 'merchant-closed', severity: 'error', merchant: 'Shop A (A)' }],
    ],
    [
      'a paused merchant',
      ['T-1 A 1.00'],
      { merchants: [merchant('A', 'paused')] },
      [{ ...MERCHANT, code: 'merchant-paused', severity: 'error', merchant: 'Shop A' }],
    ],
    [
      'a first payment, once',
      ['T-1 A 1.00', 'T-2 A 1.00'],
      { merchants: [{ ...merchant('A'), isFirst: true }] },
      [{ ...MERCHANT, code: 'merchant-first', severity: 'warning', merchant: 'Shop A (A)' }],
    ],
    [
      'a draft elsewhere',
      ['T-1 A 1.00'],
      { open: [{ key: 'id T-1', batch: 9, isDraft: true }] },
      [{ ...ID, code: 'draft-elsewhere', severity: 'warning', batch: 'B-9' }],
    ],
    [
      'an open batch elsewhere',
      ['T-1 A 1.00'],
      { open: [{ key: 'id T-1', batch: 9, isDraft: false }] },
      [{ ...ID, code: 'open-elsewhere', severity: 'error', batch: 'B-9' }],
    ],
    [
      'what was funded already, in all and not for certain',
      ['T-1 A 1.00', 'T-1 B 2.00'],
      { held: [{ key: 'id T-1', amounts: [held('A', 100), held('B', 200, { isCertain: false })] }] },
      [
        {
          ...at(null),
          code: 'already-funded',
          severity: 'warning',
          batch: 'B-1007',
          amounts: { heldMinor: 300, afterMinor: 300, isUncertain: true },
        },
      ],
    ],
    [
      'what was funded already for certain',
      ['T-1 A 1.00'],
      { held: [{ key: 'id T-1', amounts: [held('A', 100)] }] },
      [
        {
          ...at(null),
          code: 'already-funded',
          severity: 'warning',
          batch: 'B-1007',
          amounts: { heldMinor: 100, afterMinor: 100 },
        },
      ],
    ],
    [
      'what somebody said to be absent',
      ['T-1 A 1.00'],
      { declaredAbsent: [{ key: 'id T-1', batch: 9, by: 'Fay Doe' }] },
      [{ ...ID, code: 'declared-absent', severity: 'warning', batch: 'B-9', by: 'Fay Doe' }],
    ],
    [
      'what the partner refused for good',
      ['T-1 A 1.00'],
      { refused: [{ key: 'id T-1', batch: 9, errorCode: '902', errorMessage: 'It is settled.' }] },
      [
        {
          ...ID,
          code: 'refused-before',
          severity: 'warning',
          batch: 'B-9',
          refusal: { errorCode: '902', errorMessage: 'It is settled.' },
        },
      ],
    ],
    [
      'an id that the log has in other letters',
      ['t-1 A 1.00'],
      { sameSales: [['t-1', ['T-1']]] },
      [{ ...ID, code: 'sale-otherwise', severity: 'error', suggestion: 'T-1' }],
    ],
    [
      'one that it has in several',
      ['t-1 A 1.00'],
      { sameSales: [['t-1', ['T-1', 'T-l']]] },
      [{ ...ID, code: 'sale-several', severity: 'error', suggestion: 'T-1, T-l' }],
    ],
    [
      'one that the log does not have where it has to',
      ['T-9 A 1.00'],
      { unlogged: 'refused' },
      [{ ...ID, code: 'not-in-log', severity: 'error' }],
    ],
    [
      'with one that looks like it',
      ['T-9 A 1.00'],
      { unlogged: 'refused', likeSales: [['T-9', [{ id: 'T-1', amountMinor: 100 }]]] },
      [{ ...ID, code: 'not-in-log', severity: 'error', suggestion: 'T-1' }],
    ],
    [
      'with one that looks like it, where it need not',
      ['T-9 A 1.00'],
      { likeSales: [['T-9', [{ id: 'T-1', amountMinor: 100 }]]] },
      [{ ...ID, code: 'unlogged', severity: 'warning', suggestion: 'T-1' }],
    ],
    ['one that the log need not have, taken back', ['T-9 A 0.00'], { unlogged: 'refused' }, []],
    [
      'a reference number that the log does not have',
      ['#700000000001 A 1.00'],
      {},
      [{ ...at('retrievalReferenceNumber'), code: 'unlogged', severity: 'warning' }],
    ],
    [
      'a sale whose amount somebody set, with why and what came',
      ['T-1 A 1.00'],
      { sales: [sale('T-1', 100, { judgedBy: 'Ada Roe', amountText: '1,00', amountNote: 'Receipt' })] },
      [
        {
          ...ID,
          code: 'sale-judged',
          severity: 'warning',
          by: 'Ada Roe',
          came: '1,00',
          reason: 'Receipt',
          amounts: { saleMinor: 100 },
        },
      ],
    ],
    [
      'a sale that somebody judged, with no more to say',
      ['T-1 A 1.00'],
      { sales: [sale('T-1', null, { judgedBy: 'Ada Roe' })] },
      [{ ...ID, code: 'sale-judged', severity: 'warning', by: 'Ada Roe' }],
    ],
    [
      'what somebody counted as a sale',
      ['T-1 A 1.00'],
      { sales: [sale('T-1', 100, { counted: { by: 'Ada Roe', tranType: 'FORCE' } })] },
      [{ ...ID, code: 'sale-counted', severity: 'warning', by: 'Ada Roe', came: 'FORCE' }],
    ],
    [
      'a sale that several receivers told of',
      ['T-1 A 1.00'],
      { sales: [sale('T-1', 100, { merchantIds: ['A', 'B'] })] },
      [{ ...ID, code: 'sale-of-several', severity: 'warning', merchant: 'A, B' }],
    ],
    [
      'a sale that was taken back',
      ['T-1 A 1.00'],
      { sales: [sale('T-1', 100, { takenBack: { tranId: 'V-1', tranType: 'VOID', closed: null } })] },
      [{ ...ID, code: 'sale-taken-back', severity: 'error', twin: 'V-1', came: 'VOID' }],
    ],
    [
      'a sale whose void somebody closed',
      ['T-1 A 1.00'],
      {
        sales: [
          sale('T-1', 100, {
            takenBack: { tranId: 'V-1', tranType: 'VOID', closed: { by: 'Ada Roe', note: 'Another card' } },
          }),
        ],
      },
      [
        {
          ...ID,
          code: 'sale-back-closed',
          severity: 'warning',
          twin: 'V-1',
          came: 'VOID',
          by: 'Ada Roe',
          reason: 'Another card',
        },
      ],
    ],
    [
      'above the sale',
      ['T-1 A 1.01'],
      { sales: [sale('T-1', 100)] },
      [{ ...AMOUNT, code: 'over-sale', severity: 'error', amounts: { saleMinor: 100, afterMinor: 101 } }],
    ],
    [
      'above the sale, as allowed',
      ['T-1 A 1.01'],
      {
        sales: [sale('T-1', 100)],
        overrides: [
          {
            key: 'id T-1',
            allowedMinor: 101,
            saleMinor: 100,
            shares: { A: 101 },
            by: 'Felix Penny',
            reason: 'Tip',
          },
        ],
      },
      [
        {
          ...AMOUNT,
          code: 'over-sale-allowed',
          severity: 'warning',
          amounts: { saleMinor: 100, afterMinor: 101 },
          by: 'Felix Penny',
          reason: 'Tip',
        },
      ],
    ],
    [
      'above the sale by more than was allowed in all, though each gets what it may',
      ['T-1 A 0.80', 'T-1 B 0.80'],
      {
        sales: [sale('T-1', 100)],
        overrides: [
          {
            key: 'id T-1',
            allowedMinor: 150,
            saleMinor: 100,
            shares: { A: 100, B: 100 },
            by: 'Felix Penny',
            reason: 'Tip',
          },
        ],
      },
      [{ ...AMOUNT, code: 'over-sale', severity: 'error', amounts: { saleMinor: 100, afterMinor: 160 } }],
    ],
    [
      'less than half of the sale',
      ['T-1 A 0.49'],
      { sales: [sale('T-1', 100)] },
      [
        {
          ...AMOUNT,
          code: 'far-below-sale',
          severity: 'warning',
          amounts: { saleMinor: 100, afterMinor: 49 },
        },
      ],
    ],
    [
      'half of a sale and more, of several together',
      ['T-1 A 0.50', 'T-2 A 0.90', 'T-3 A 1.00'],
      { sales: [sale('T-1', 100), sale('T-2', 100), sale('T-3', 100)] },
      [{ ...AMOUNT, code: 'below-sale', severity: 'warning', count: 2, amounts: { missingMinor: 60 } }],
    ],
    [
      'nothing of a sale',
      ['T-1 A 0.00'],
      {
        sales: [
          sale('T-1', 100, {
            judgedBy: 'Ada Roe',
            counted: { by: 'Ada Roe', tranType: 'FORCE' },
            merchantIds: ['A', 'B'],
            twin: 'T-2',
            trouble: 'conflict',
            takenBack: { tranId: 'V-1', tranType: 'VOID', closed: null },
          }),
        ],
      },
      [],
    ],
    [
      'an id in other letters further down',
      ['T-1 A 1.00', 't-1 A 1.00', 'T-1 B 1.00'],
      {},
      [{ row: 3, field: 'transactionId', code: 'same-id-otherwise', severity: 'error', otherRow: 2 }],
    ],
    [
      'two sales of the log whose ids differ in their letters',
      ['T-1 A 1.00', 't-1 A 1.00'],
      { sales: [sale('T-1', 100), sale('t-1', 100)] },
      [
        {
          row: 3,
          field: 'transactionId',
          code: 'sale-same-letters',
          severity: 'warning',
          twin: 'T-1',
          otherRow: 2,
        },
      ],
    ],
    [
      'an id that another batch has in other letters',
      ['T-1 A 1.00'],
      { sameInBatches: [['T-1', { id: 't-1', batch: 9 }]] },
      [{ ...ID, code: 'same-id-elsewhere', severity: 'error', twin: 't-1', batch: 'B-9' }],
    ],
    [
      'one that the log has in both',
      ['T-1 A 1.00'],
      { sales: [sale('T-1', 100)], sameInBatches: [['T-1', { id: 't-1', batch: 9, isLogged: true }]] },
      [{ ...ID, code: 'sale-same-letters', severity: 'warning', twin: 't-1', batch: 'B-9' }],
    ],
    [
      'whose sale it is, where somebody else gets all of it',
      ['T-1 B 1.00'],
      { sales: [sale('T-1', 100, { merchantId: 'A' })] },
      [
        {
          ...MERCHANT,
          code: 'other-payee',
          severity: 'warning',
          merchant: 'A',
          paid: [{ merchantId: 'B', amountMinor: 100 }],
        },
      ],
    ],
    [
      'a whole number among amounts with cents',
      ['T-0 A 1.50', 'T-1 A 2974'],
      {},
      [{ row: 3, field: 'amount', code: 'whole-number', severity: 'warning' }],
    ],
    [
      'a sale that another one is the twin of',
      ['T-1 A 1.00'],
      { sales: [sale('T-1', 100, { twin: 'T-2' })] },
      [{ ...ID, code: 'sale-twin', severity: 'warning', twin: 'T-2' }],
    ],
    [
      'whose money moves, and nobody who had none',
      ['T-1 B 1.00', 'T-1 A 0.00'],
      { held: [{ key: 'id T-1', amounts: [held('C', 0), held('A', 100)] }], origins: [1007] },
      [
        {
          row: 3,
          field: 'amount',
          code: 'taken-out',
          severity: 'warning',
          batch: 'B-1007',
          merchant: 'A',
          amounts: { heldMinor: 100 },
        },
        {
          ...MERCHANT,
          code: 'payee-changed',
          severity: 'warning',
          payees: {
            was: [{ merchantId: 'A', amountMinor: 100 }],
            is: [{ merchantId: 'B', amountMinor: 100 }],
          },
        },
      ],
    ],
    [
      'a reference number whose id another batch has in other letters: it is sent by its number',
      ['#700000000001 A 1.00'],
      { names: [['700000000001', 'T-1']], sameInBatches: [['T-1', { id: 't-1', batch: 9 }]] },
      [{ ...at('retrievalReferenceNumber'), code: 'unlogged', severity: 'warning' }],
    ],
    [
      'no whole number where the sale says how much it is',
      ['T-0 A 1.50', 'T-1 A 2974'],
      { sales: [sale('T-1', 297_400)] },
      [{ row: 2, field: 'transactionId', code: 'unlogged', severity: 'warning' }],
    ],
    ['no cents in what only looks like them', ['T-0 A 1.505', 'T-1 A 2974'], {}, []],
    ['no whole number in what is one in part', ['T-0 A 1.50', 'T-1 A x2974', 'T-2 A 2974x'], {}, []],
  ])('%s', (_, given, knowledge, told) =>
    expect(whole(lines(...given), known(knowledge))).toStrictEqual(told),
  )

  it('says nothing of a line that names no transaction: that is an error of its form', () => {
    expect(whole([{ ...fundingLineOf(), merchantId: 'A' }], known({ unlogged: 'refused' }))).toEqual([])
  })
})

const fundingLineOf = (): FundingLine => ({
  row: 2,
  transactionId: '',
  retrievalReferenceNumber: '',
  merchantId: '',
  amount: '1.00',
})

test('a transaction has one key, whichever of its names a line has, and people know it by the name', () => {
  const find = (reference: string) => (reference === '700000000001' ? 'T-1' : null)
  const keyOf = (transactionId: string, retrievalReferenceNumber: string) =>
    transactionKey({ transactionId, retrievalReferenceNumber }, find)
  expect(keyOf('T-1', '')).toBe('id T-1')
  expect(keyOf('', '700000000001')).toBe('id T-1')
  expect(keyOf('', '700000000002')).toBe('ref 700000000002')
  expect([keyOf('T 1', ''), keyOf('', '700000000002')].map(transactionName)).toEqual(['T 1', '700000000002'])
})

describe('lines that the desk put in', () => {
  const typed = lines('T-1 B 1.00', 'T-2 C 1.00')
  const index = indexMoney(
    known({
      held: [
        { key: 'id T-1', amounts: [held('A', 100)] },
        { key: 'id T-2', amounts: [held('A', 100), held('B', 100)] },
      ],
    }),
  )

  it('are told from those that somebody typed', () => {
    const whole = withTakenOut(typed, transactionsOf(typed), index)
    expect(whole).toHaveLength(5)
    expect(typedLines(whole)).toEqual(typed)
    expect(typedLines(typed)).toBe(typed)
  })

  it('keep their rows when they are made anew, and new ones come after the highest', () => {
    const before = withTakenOut(typed, transactionsOf(typed), index)
    expect(before.map(({ row, merchantId }) => `${row} ${merchantId}`)).toEqual([
      '2 B',
      '4 A',
      '3 C',
      '5 A',
      '6 B',
    ])
    const [, ...rest] = typed
    const again = withTakenOut(rest, transactionsOf(rest), index, { before })
    expect(again.map(({ row, merchantId }) => `${row} ${merchantId}`)).toEqual(['3 C', '5 A', '6 B'])
    const more = [...typed, ...lines('x', 'x', 'x', 'x', 'x', 'T-1 C 1.00').slice(5)]
    expect(withTakenOut(more, transactionsOf(more), index, { before }).map(({ row }) => row)).toContain(4)
    // A row of the source that is no line, or no line of this batch, is not taken for one.
    const below = withTakenOut(typed, transactionsOf(typed), index, { lastRow: 12 })
    expect(below.map(({ row }) => row)).toEqual([2, 13, 3, 14, 15])
  })

  it('take no row of a line that somebody typed, and leave none out', () => {
    const before = lines('T-1 A 1.00', 'T-2 C 1.00')
    const now = lines('T-1 B 1.00', 'T-2 C 1.00')
    expect(withTakenOut(now, transactionsOf(now), index, { before }).map(({ row }) => row)).toEqual([
      2, 4, 3, 5, 6,
    ])
    const made = withTakenOut(typed, transactionsOf(typed), index).filter(
      ({ merchantId }) => merchantId !== 'B',
    )
    expect(withTakenOut(now, transactionsOf(now), index, { before: made }).map(({ row }) => row)).toEqual([
      2, 4, 3, 5, 6,
    ])
  })

  it('are none where the partner holds nothing', () => {
    const made = withTakenOut(typed, transactionsOf(typed), indexMoney(known()))
    expect(made).toEqual(typed)
    expect(made).not.toBe(typed)
  })
})

it('keeps all that is said of the form where no money is taken away', () => {
  const form = [{ row: 2, field: 'amount', code: 'amount-zero', severity: 'warning' }] as const
  expect(joinProblems(form, [])).toEqual(form)
  const other = [{ row: 2, field: 'merchantId', code: 'merchant-first', severity: 'warning' }] as const
  expect(joinProblems(form, other)).toEqual([...form, ...other])
})

it('says nothing of the money of a cell whose form is an error already', () => {
  const form = [{ row: 2, field: 'transactionId', code: 'id-damaged', severity: 'error' }] as never
  const money = [
    { row: 2, field: 'transactionId', code: 'unlogged', severity: 'warning' },
    { row: 3, field: 'transactionId', code: 'unlogged', severity: 'warning' },
    { row: 2, field: 'amount', code: 'over-sale', severity: 'error' },
  ] as const
  expect(joinProblems(form, money)).toEqual([...form, money[1], money[2]])
})
