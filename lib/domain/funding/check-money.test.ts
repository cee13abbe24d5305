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

  test('a line that the desk added does not count as an amount with cents', () => {
    const typed = lines('T-1 A 2974')
    const added = lines('T-1 B 0.00').map((line) => ({ ...line, row: 3, isAdded: true }))
    expect(check([...typed, ...added], known())).not.toContain('2 warning whole-number')
  })
})

describe('a line is checked against its merchant', () => {
  test.each<[rule: string, line: string, merchants: MoneyKnowledge['merchants'], problems: string[]]>([
    ['an active merchant is valid', 'T-1 A 10.00', [merchant('A')], []],
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
      'a first payment is a warning',
      'T-1 A 10.00',
      [{ ...merchant('A'), isFirst: true }],
      ['2 warning merchant-first'],
    ],
    ['an amount of 0 may name any merchant', 'T-1 Z 0.00', [], []],
    ['an unreadable amount does not hide a merchant problem', 'T-1 Z abc', [], ['2 error merchant-unknown']],
    ['a missing merchant is reported elsewhere', 'T-1  10.00', [], []],
  ])('%s', (_, line, merchants, problems) => {
    expect(check(lines(line), known({ merchants }))).toEqual(problems)
  })

  it('reports a damaged ID as damaged, and not also as unknown', () => {
    const form = [{ row: 2, field: 'merchantId', code: 'characters', severity: 'error' }] as const
    const unknown = (row: number) =>
      ({ row, field: 'merchantId', code: 'merchant-unknown', severity: 'error' }) as const
    expect(joinProblems(form, [unknown(2), unknown(3)])).toEqual([...form, unknown(3)])
  })

  it('reports a first payment once per merchant', () => {
    const merchants = [{ ...merchant('A'), isFirst: true }]
    expect(check(lines('T-1 A 1.00', 'T-2 A 1.00'), known({ merchants }))).toEqual([
      '2 warning merchant-first',
    ])
  })

  it('suggests a similar ID', () => {
    const given = lines('T-1 BLUEBRID-01 10.00')
    const knowledge = known({ suggestions: [['BLUEBRID-01', 'BLUEBIRD-01']] })
    const [problem] = checkMoney(given, transactionsOf(given), centsOf, indexMoney(knowledge))
    expect(problem && problemText(problem, given[0])).toBe(
      '“BLUEBRID-01” is not in the merchant directory. Did you mean BLUEBIRD-01? Correct the ID, or add the merchant first.',
    )
  })
})

describe('a transaction is checked against its sale', () => {
  test.each<[rule: string, amount: string, sale: KnownSale, problems: string[]]>([
    ['the full amount is valid', '75.21', sale('T-1', 7521), []],
    ['a cent above it is an error', '75.22', sale('T-1', 7521), ['2 error over-sale']],
    ['a hundred times as much is an error', '7521.00', sale('T-1', 7521), ['2 error over-sale']],
    [
      'half of it is counted among the sales paid in part',
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
      'a sale in conflict that gets too much has both errors',
      '43.00',
      sale('T-1', 4200, { trouble: 'conflict' }),
      ['2 error sale-conflict', '2 error over-sale'],
    ],
    [
      'a sale of another profile is an error and is still compared',
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
    ['an amount of 0 pays no other merchant', '0.00', sale('T-1', 100, { merchantId: 'B' }), []],
    [
      'an amount that a person settled is a warning with their name',
      '1.00',
      sale('T-1', 100, { judgedBy: 'Ada' }),
      ['2 warning sale-judged'],
    ],
    [
      'an amount of 0 for a sale in conflict is valid',
      '0.00',
      sale('T-1', 4200, { trouble: 'conflict' }),
      [],
    ],
  ])('%s', (_, amount, own, problems) => {
    expect(check(lines(`T-1 A ${amount}`), known({ sales: [own] }))).toEqual(problems)
  })

  it('accepts the sale’s merchant on any line of the split with an amount', () => {
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
  ])('names the sale’s merchant, who gets its money instead, and how much: %j', (texts, paid) => {
    const given = lines(...texts)
    const index = indexMoney(known({ sales: [sale('T-1', 1500, { merchantId: 'HARBOR-LANE-02' })] }))
    const problems = checkMoney(given, transactionsOf(given), centsOf, index)
    const problem = problems.find(({ code }) => code === 'other-payee')
    expect(problem && problemText(problem, given[0])).toBe(
      `The callback log has “T-1” as a sale of HARBOR-LANE-02, who gets nothing here: ${paid}. Check the merchants of this transaction.`,
    )
  })

  it('names the sale that has exactly the amount, if this one has another', () => {
    const near = { id: 'T-7', amountMinor: 1500, merchantId: 'A', isSlip: true } as const
    const told = (saleMinor: number, merchantId = '', like: { amountMinor?: number } = {}) => {
      const given = lines('T-1 A 15.00')
      const sales = [sale('T-1', saleMinor, { merchantId })]
      const index = indexMoney(known({ sales, similarSales: [['T-1', [{ ...near, ...like }]]] }))
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

  it('suggests the paid merchant’s sale that is one slip away and has exactly the amount', () => {
    const given = lines('T-1 A 15.00')
    const own = { id: 'T-7', amountMinor: 1500, merchantId: 'A', isSlip: true } as const
    const told = (near: typeof own | { id: string; amountMinor: number; merchantId: string }) =>
      checkMoney(
        given,
        transactionsOf(given),
        centsOf,
        indexMoney(
          known({ sales: [sale('T-1', 1500, { merchantId: 'B' })], similarSales: [['T-1', [near]]] }),
        ),
      ).map((problem) => problemText(problem, given[0]))
    expect(told(own)).toEqual([
      'The callback log has “T-1” as a sale of B, who gets nothing here: A gets $15.00. Did you mean T-7? Check the merchants of this transaction.',
    ])
    expect(told({ ...own, merchantId: 'C' })[0]).not.toContain('Did you mean')
    expect(told({ ...own, amountMinor: 1499 })[0]).not.toContain('Did you mean')
  })

  it('warns of another sale with the same invoice, card and amount', () => {
    const given = lines('T-1 A 1.00')
    const index = indexMoney(known({ sales: [sale('T-1', 100, { twin: 'T-7' })] }))
    const problems = checkMoney(given, transactionsOf(given), centsOf, index)
    expect(problems.map(({ code }) => code)).toEqual(['sale-twin'])
    expect(problemText(problems[0] as never, given[0])).toContain('“T-1” looks like the same sale as T-7')
    // Taking everything back pays no one twice.
    expect(check(lines('T-1 A 0.00'), known({ sales: [sale('T-1', 100, { twin: 'T-7' })] }))).toEqual([])
  })

  it.each([
    ['125', 1_250_000, 'The callback says “125”, which reads as $125.00 or $1.25, not as this amount.'],
    ['125', 12_500, 'The callback says “125”, which reads as $125.00 or $1.25.'],
    ['', 12_500, 'The callback has no amount.'],
    ['a lot', 12_500, 'The callback says “a lot”.'],
  ])(
    'shows what the partner sent beside an amount set by hand: %s, set to %i',
    (amountText, minor, words) => {
      const given = lines(`T-1 A ${(minor / 100).toFixed(2)}`)
      const sales = [sale('T-1', minor, { judgedBy: 'Ada', amountText })]
      const [problem] = checkMoney(given, transactionsOf(given), centsOf, indexMoney(known({ sales })))
      expect(problem && problemText(problem, given[0])).toContain(words)
    },
  )

  it('says what the rejected delivery of a resolved conflict had, who chose, and why', () => {
    const given = lines('T-1 A 46.79')
    const resolved = { by: 'Ada', note: 'As the bank says', others: [{ tranType: 'VOID', amount: '4.67' }] }
    const sales = [sale('T-1', 4_679, { judgedBy: 'Ada', resolved })]
    const [problem] = checkMoney(given, transactionsOf(given), centsOf, indexMoney(known({ sales })))
    expect(problem && problemText(problem, given[0])).toBe(
      '“T-1”: deliveries conflicted, and Ada chose $46.79: “As the bank says”. The other one has type “VOID”, amount “4.67”.',
    )
  })

  it('shows a person’s reason in full and in one paragraph', () => {
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

  it('says that the other delivery has no type instead of quoting an empty text', () => {
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
  ] as const)('no message says to wait for a batch that does not end by itself: %s', (waitsFor, words) => {
    const given = lines('T-1 A 1.00')
    const open = [{ key: 'id T-1', batch: 1010, isDraft: false, ...(waitsFor && { waitsFor }) }]
    const found = checkMoney(given, transactionsOf(given), centsOf, indexMoney(known({ open })))
    const other = found.find(({ code }) => code === 'open-elsewhere')
    expect(other && problemText(other, given[0])).toBe(`This transaction is in B-1010, ${words}`)
  })

  it('reports all sales paid slightly below their amount in one warning', () => {
    const given = lines('T-1 A 9.00', 'T-2 A 8.00', 'T-3 A 10.00')
    const sales = [sale('T-1', 1_000), sale('T-2', 1_000), sale('T-3', 1_000)]
    const problems = checkMoney(given, transactionsOf(given), centsOf, indexMoney(known({ sales })))
    expect(problems).toMatchObject([{ row: 2, code: 'below-sale', severity: 'warning', count: 2 }])
    expect(problemText(problems[0] as never, given[0])).toBe(
      '2 transactions get less than the sale: $3.00 in all. OK if intended.',
    )
  })

  it('marks an unlogged transaction if the log has others of the batch or a similar sale', () => {
    const given = lines('T-1 A 1.00', 'T-2 A 1.00')
    expect(check(given, known())).toEqual([])
    expect(check(given, known({ sales: [sale('T-1', 100)] }))).toEqual(['3 warning unlogged'])
    expect(check(given, known({ similarSales: [['T-2', [{ id: 'T-02', amountMinor: 100 }]]] }))).toEqual([
      '3 warning unlogged',
    ])
    // Consecutive IDs resemble each other, so that a slip proves nothing if the log has none of the batch.
    const slip = { id: 'T-3', amountMinor: 100, isSlip: true } as const
    expect(check(given, known({ similarSales: [['T-2', [slip]]] }))).toEqual([])
    expect(check(given, known({ sales: [sale('T-1', 100)], unlogged: 'refused' }))).toEqual([
      '3 error not-in-log',
    ])
    // Taking everything back is always allowed.
    expect(check(lines('T-2 A 0.00'), known({ unlogged: 'refused' }))).toEqual([])
  })

  it('treats an ID that another batch spells differently as the same, unless all of it is taken back', () => {
    const elsewhere = known({ sameInBatches: [['ab-1', { id: 'AB-1', batch: 12 }]] })
    expect(check(lines('ab-1 A 1.00'), elsewhere)).toEqual(['2 error same-id-elsewhere'])
    expect(check(lines('ab-1 A 0.00'), elsewhere)).toEqual([])
  })

  it('treats two IDs that differ by case or spaces as one, if the log has neither', () => {
    const given = lines('AB-1 A 1.00', 'T-1 A 1.00', 'ab-1 B 1.00')
    expect(check(given, known())).toEqual(['4 error same-id-otherwise'])
  })

  it('warns of two logged sales that differ only by letter case', () => {
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
    // Taking one of them back pays no one twice.
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

  it('marks a reference number that is not in the log, because it may be funded under its ID', () => {
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

  it('says that another batch sent it without an answer, even if a person recorded it as absent', () => {
    const declaredAbsent = [{ key: 'id T-1', batch: 1078, by: 'Fiona Cole' }]
    const given = lines('T-1 A 1.00')
    const [problem] = checkMoney(given, transactionsOf(given), centsOf, indexMoney(known({ declaredAbsent })))
    expect(problem && problemText(problem, given[0])).toBe(
      'B-1078 sent this transaction and got no answer; Fiona Cole then recorded that the partner did not receive it. Confirm that before paying it again.',
    )
  })

  it('compares the sum of a split with the sale', () => {
    const sales = [sale('T-1', 10_000)]
    expect(check(lines('T-1 A 80.00', 'T-1 B 20.00'), known({ sales }))).toEqual([])
    expect(check(lines('T-1 A 80.00', 'T-1 B 20.01'), known({ sales }))).toEqual(['2 error over-sale'])
  })

  it('finds a sale by its reference number', () => {
    const knowledge = known({ names: [['700000000001', 'T-1']], sales: [sale('T-1', 100)] })
    expect(check(lines('#700000000001 A 1.01'), knowledge)).toEqual(['2 error over-sale'])
    expect(check(lines('#700000000002 A 1.01'), knowledge)).toEqual(['2 warning unlogged'])
  })

  it('an override allows one transaction up to the amount that was seen', () => {
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
    // Not for another payee, alone or beside the allowed one; the allowed one may get less.
    expect(check(lines('T-1 B 110.00'), knowledge)).toEqual(['2 error over-sale'])
    expect(check(lines('T-1 A 60.00', 'T-1 B 50.00'), knowledge)).toEqual(['2 error over-sale'])
    expect(check(lines('T-1 A 105.00', 'T-1 B 0.00'), knowledge)).toEqual(
      expect.arrayContaining(['2 warning over-sale-allowed']),
    )
    // The excess was allowed for one of two payees, and the other cannot have it.
    const both = overrides.map((one) => ({ ...one, shares: { A: 10_000, B: 1_000 } }))
    const ofBoth = known({ sales: [sale('T-1', 10_000)], overrides: both })
    expect(check(lines('T-1 A 100.00', 'T-1 B 10.00'), ofBoth)).toEqual(['2 warning over-sale-allowed'])
    expect(check(lines('T-1 A 95.00', 'T-1 B 15.00'), ofBoth)).toEqual(
      expect.arrayContaining(['2 error over-sale']),
    )
    expect(check(lines('T-1 A 50.00', 'T-1 A 55.00'), ofBoth)).toEqual(
      expect.arrayContaining(['2 error over-sale']),
    )
    // The sale's amount has changed since the override.
    expect(check(lines('T-1 A 110.00'), known({ sales: [sale('T-1', 1_000)], overrides }))).toEqual([
      '2 error over-sale',
    ])
  })

  it('accepts an unlogged transaction unless Settings refuse it', () => {
    expect(check(lines('T-9 A 1.00'), known())).toEqual([])
    expect(check(lines('T-9 A 1.00'), known({ unlogged: 'refused' }))).toEqual(['2 error not-in-log'])
  })
})

describe('a transaction is checked against earlier batches', () => {
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
      'funded by a batch that this one does not correct',
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
      'one of two gets less and no one gets more',
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
      'a merchant that is taken out does not count toward the sale',
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

  it('says who had a sale’s money and who gets it, even if the sum is the same', () => {
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

  it('takes a merchant out with a $0.00 line after the others of its transaction', () => {
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

  it('leaves no merchant out, for any held and paid amounts', () => {
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
        // Afterward the partner holds exactly the lines' amounts.
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

describe('what approvers see', () => {
  it('has sums by merchant, the largest amounts, and the changes', () => {
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
      // Rows with errors do not count as warned.
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

describe('rows that pay a sale without a merchant in the log', () => {
  const rows = (
    batch: FundingLine[],
    sales: MoneyKnowledge['sales'],
    merchants = [merchant('A'), merchant('B')],
  ) => rowsWithoutMerchant(batch, transactionsOf(batch), centsOf, indexMoney(known({ merchants, sales })))

  test('are all rows of that sale, and none of a sale with a known merchant or outside the log', () => {
    const batch = lines('T-1 A 6.00', 'T-1 B 4.00', 'T-2 A 20.00', 'T-3 A 5.00')
    expect(rows(batch, [sale('T-1', 1_000), sale('T-2', 2_000, { merchantId: 'A' })])).toEqual([2, 3])
  })

  test('exclude rows that take money back, and sales with an error or a merchant warning', () => {
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

describe('a default split that was not applied', () => {
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

  test('is reported once per merchant, with the number of sales', () => {
    const batch = lines('T-1 A 10.00', 'T-2 A 20.00', 'T-3 B 30.00')
    const problems = found(batch)
    expect(problems).toMatchObject([{ row: 2, field: 'merchantId', severity: 'warning', count: 2 }])
    expect(problems[0]?.alsoRows, 'and the row of each of them is marked').toEqual([3])
    // The grid shows the same number.
    const [group] = warningGroups(problems, { lines: [], transactions: [], centsOf }, 3)
    expect(group).toMatchObject({ count: 1, rows: 2 })
    expect(problemText(problems[0] as never, batch[0])).toBe(
      'The default split of A is not applied: 2.9% to FEE, remainder to this merchant. It gets all of the sale in 2 transactions here. Split them, or leave it if intended.',
    )
  })

  it.each([
    ['whose merchant the log does not have', 'T-5', 'A 50.00'],
    ['of its own', 'T-1', 'A 10.00'],
  ])('is reported although a $0.00 line takes another merchant out of a sale %s', (_, id, paid) => {
    for (const batch of [lines(`${id} B 0.00`, `${id} ${paid}`), lines(`${id} ${paid}`, `${id} B 0.00`)]) {
      const row = batch.find(({ merchantId }) => merchantId === 'A')?.row
      expect(found(batch)).toMatchObject([{ row, merchant: 'A', count: 1 }])
    }
    expect(found(lines(`${id} ${paid}`, `${id} B 0.01`))).toEqual([])
  })

  test('says what the sales add up to, and what others do not get', () => {
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

  it('skips sales of another merchant, and counts those without one separately', () => {
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

  it('counts a sale once that occurs in two places, with two payees or one', () => {
    const batch = lines('T-5 A 50.00', 'T-1 A 10.00', 'T-5 B 50.00', 'T-1 A 10.00')
    const merchants = [withSplit, { ...withSplit, merchantId: 'B' }]
    const [group] = warningGroups(found(batch, { merchants }), { lines: [], transactions: [], centsOf }, 3)
    expect(group?.sales).toMatchObject({ count: 1, unowned: { count: 1, amountMinor: '5000' } })
  })

  test.each([
    ['a part of the sale', lines('T-1 A 9.71')],
    ['a split', lines('T-1 A 9.71', 'T-1 B 0.29')],
    ['a sale that the log does not know', lines('T-9 A 10.00')],
  ])('is not reported for %s', (_, batch) => expect(found(batch)).toEqual([]))
})

describe('a default split', () => {
  const shares = [{ merchantId: 'FEE', percent: '2.9' }, { merchantId: 'A' }]
  const withSplit = { ...merchant('A'), defaultSplit: '2.9% to FEE, remainder to this merchant', shares }
  const merchants = [withSplit, merchant('B'), merchant('FEE')]
  const ofA = { merchantId: 'A' }

  test.each<[rule: string, given: string[], sale: KnownSale, problems: string[]]>([
    ['is followed', ['T-1 FEE 2.90', 'T-1 A 97.10'], sale('T-1', 10_000, ofA), []],
    ['is followed to the cent', ['T-1 FEE 2.91', 'T-1 A 97.09'], sale('T-1', 10_000, ofA), []],
    ['is followed in any order', ['T-1 A 97.10', 'T-1 FEE 2.90'], sale('T-1', 10_000), []],
    [
      'is not followed',
      ['T-1 FEE 2.92', 'T-1 A 97.08'],
      sale('T-1', 10_000, ofA),
      ['2 warning split-differs'],
    ],
    [
      'is not followed, and the log has no merchant for the sale',
      ['T-1 FEE 29.00', 'T-1 A 71.00'],
      sale('T-1', 10_000),
      ['2 warning split-differs'],
    ],
    [
      'belongs to one of several payees, and the log has no merchant for the sale',
      ['T-1 A 60.00', 'T-1 B 40.00'],
      sale('T-1', 10_000),
      [],
    ],
    [
      'belongs to the only payee, and the log has no merchant for the sale',
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
      'of a merchant without one is all of its sale',
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
      'is not followed in the other order either, and the log has no merchant for the sale',
      ['T-1 A 71.00', 'T-1 FEE 29.00'],
      sale('T-1', 10_000),
      ['2 warning split-differs'],
    ],
    [
      'ignores merchants who get nothing',
      ['T-1 B 0.00', 'T-1 FEE 29.00', 'T-1 A 71.00'],
      sale('T-1', 10_000),
      ['2 warning split-differs'],
    ],
    [
      'is not compared if one payee gets everything that is paid',
      ['T-1 A 60.00', 'T-1 FEE 0.00'],
      sale('T-1', 10_000),
      ['2 warning below-sale'],
    ],
  ])('%s', (_, given, own, problems) => {
    expect(check(lines(...given), known({ merchants, sales: [own] }))).toEqual(problems)
  })

  it('says who gets how much, and how much they should get', () => {
    const given = lines('T-1 A 1.00', 'T-1 B 99.00')
    const index = indexMoney(known({ merchants, sales: [sale('T-1', 10_000, ofA)] }))
    const [problem] = checkMoney(given, transactionsOf(given), centsOf, index)
    expect(problem && problemText(problem, given[0])).toBe(
      'This is not the default split of A: 2.9% to FEE, remainder to this merchant. FEE gets $0.00 instead of $2.90, A gets $1.00 instead of $97.10, B gets $99.00 instead of $0.00. OK if intended.',
    )
  })

  it('is that of the first paid payee with a default split', () => {
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

  it('names only the payees with a different amount', () => {
    const given = lines('T-1 FEE 2.90', 'T-1 A 50.00', 'T-1 B 47.10')
    const index = indexMoney(known({ merchants, sales: [sale('T-1', 10_000, ofA)] }))
    const [problem] = checkMoney(given, transactionsOf(given), centsOf, index)
    expect(problem?.shares).toEqual([
      { merchantId: 'A', isMinor: 5_000, defaultMinor: 9_710 },
      { merchantId: 'B', isMinor: 4_710, defaultMinor: 0 },
    ])
    // At the sale's first row and at each differing row.
    expect(problem?.row).toBe(2)
    expect(problem?.alsoRows).toEqual([3, 4])
  })

  it('a part of the sale to its only payee is below the sale, not another split', () => {
    const toFee = { ...merchant('A'), defaultSplit: 'All to FEE', shares: [{ merchantId: 'FEE' }] }
    const sales = [sale('T-1', 10_000, ofA)]
    expect(check(lines('T-1 FEE 60.00'), known({ merchants: [toFee, merchant('FEE')], sales }))).toEqual([
      '2 warning below-sale',
    ])
  })

  it('names no merchant for a sale whose merchant the log does not know', () => {
    const given = lines('T-1 FEE 29.00', 'T-1 A 71.00')
    const index = indexMoney(known({ merchants, sales: [sale('T-1', 10_000)] }))
    const [problem] = checkMoney(given, transactionsOf(given), centsOf, index)
    expect(problem && problemText(problem, given[0])).toBe(
      'The callback log has no merchant for this sale. This is not the default split of A: 2.9% to FEE, remainder to this merchant. FEE gets $29.00 instead of $2.90, A gets $71.00 instead of $97.10. OK if intended.',
    )
  })

  it('names no one else if the split gives everything to one payee', () => {
    const toFee = { ...merchant('A'), defaultSplit: 'All to FEE', shares: [{ merchantId: 'FEE' }] }
    const sales = [sale('T-1', 10_000, ofA)]
    expect(check(lines('T-1 FEE 100.00'), known({ merchants: [toFee, merchant('FEE')], sales }))).toEqual([])
  })

  it('accepts every split that `splitAmount` computes', () => {
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

it('a line that takes money out is not also reported as a zero amount', () => {
  const form = [
    { row: 2, field: 'amount', code: 'amount-zero', severity: 'warning' },
    { row: 3, field: 'amount', code: 'amount-zero', severity: 'warning' },
  ] as const
  const money = [{ row: 2, field: 'amount', code: 'taken-out', severity: 'warning' }] as const
  expect(joinProblems(form, money)).toEqual([form[1], money[0]])
})

test('a first payment names the ID and the merchant that it could be confused with', () => {
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

describe('each problem carries everything that its text needs', () => {
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
      'an earlier payment that is uncertain',
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
      'an earlier payment that is certain',
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
      'a transaction that a person recorded as not received',
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
      { otherSpellings: [['t-1', ['T-1']]] },
      [{ ...ID, code: 'sale-otherwise', severity: 'error', suggestion: 'T-1' }],
    ],
    [
      'one that it has in several',
      ['t-1 A 1.00'],
      { otherSpellings: [['t-1', ['T-1', 'T-l']]] },
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
      { unlogged: 'refused', similarSales: [['T-9', [{ id: 'T-1', amountMinor: 100 }]]] },
      [{ ...ID, code: 'not-in-log', severity: 'error', suggestion: 'T-1' }],
    ],
    [
      'with one that looks like it, where it need not',
      ['T-9 A 1.00'],
      { similarSales: [['T-9', [{ id: 'T-1', amountMinor: 100 }]]] },
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

  it('reports nothing about money for a line without an identifier', () => {
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

test('a transaction has the same key under either identifier, and its name is the identifier', () => {
  const find = (reference: string) => (reference === '700000000001' ? 'T-1' : null)
  const keyOf = (transactionId: string, retrievalReferenceNumber: string) =>
    transactionKey({ transactionId, retrievalReferenceNumber }, find)
  expect(keyOf('T-1', '')).toBe('id T-1')
  expect(keyOf('', '700000000001')).toBe('id T-1')
  expect(keyOf('', '700000000002')).toBe('ref 700000000002')
  expect([keyOf('T 1', ''), keyOf('', '700000000002')].map(transactionName)).toEqual(['T 1', '700000000002'])
})

describe('lines that the desk adds', () => {
  const typed = lines('T-1 B 1.00', 'T-2 C 1.00')
  const index = indexMoney(
    known({
      held: [
        { key: 'id T-1', amounts: [held('A', 100)] },
        { key: 'id T-2', amounts: [held('A', 100), held('B', 100)] },
      ],
    }),
  )

  it('are distinguished from typed lines', () => {
    const whole = withTakenOut(typed, transactionsOf(typed), index)
    expect(whole).toHaveLength(5)
    expect(typedLines(whole)).toEqual(typed)
    expect(typedLines(typed)).toBe(typed)
  })

  it('keep their rows when they are recomputed, and new ones come after the highest', () => {
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
    // Row numbers of the source, or of other batches, are not reused.
    const below = withTakenOut(typed, transactionsOf(typed), index, { lastRow: 12 })
    expect(below.map(({ row }) => row)).toEqual([2, 13, 3, 14, 15])
  })

  it('take no row of a typed line, and skip none', () => {
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

  it('do not exist if the partner holds nothing', () => {
    const made = withTakenOut(typed, transactionsOf(typed), indexMoney(known()))
    expect(made).toEqual(typed)
    expect(made).not.toBe(typed)
  })
})

it('keeps all form problems if no money is taken out', () => {
  const form = [{ row: 2, field: 'amount', code: 'amount-zero', severity: 'warning' }] as const
  expect(joinProblems(form, [])).toEqual(form)
  const other = [{ row: 2, field: 'merchantId', code: 'merchant-first', severity: 'warning' }] as const
  expect(joinProblems(form, other)).toEqual([...form, ...other])
})

it('reports no money problem for a cell that has a form error', () => {
  const form = [{ row: 2, field: 'transactionId', code: 'id-damaged', severity: 'error' }] as never
  const money = [
    { row: 2, field: 'transactionId', code: 'unlogged', severity: 'warning' },
    { row: 3, field: 'transactionId', code: 'unlogged', severity: 'warning' },
    { row: 2, field: 'amount', code: 'over-sale', severity: 'error' },
  ] as const
  expect(joinProblems(form, money)).toEqual([...form, money[1], money[2]])
})
