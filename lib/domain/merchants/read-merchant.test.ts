import { describe, expect, it } from 'vitest'
import {
  checkDefaultSplit,
  MAX_SHARES,
  normalSplit,
  readSplitText,
  splitShares,
  splitWords,
  storedShares,
} from './default-split'
import { merchantIdProblem } from './merchant-id'
import { type KnownMerchants, readMerchant, type TypedMerchant } from './read-merchant'

const IDS = new Set(['PLATFORM-FEE', 'BLUEBIRD-01'])
const KNOWN: KnownMerchants = { has: (id) => IDS.has(id), ids: IDS }

const read = (typed: Partial<TypedMerchant>) =>
  readMerchant(
    { merchantId: 'CORNER-7', name: 'Corner Store', state: 'active', split: [], ...typed },
    null,
    KNOWN,
  )
const problemsOf = (typed: Partial<TypedMerchant>) => read(typed).problems

describe('a merchant id of the directory', () => {
  it.each([
    'CORNER-7',
    '000123',
    '7',
    'a/b',
    'A.B_C',
    'R&B#1',
    'Händler-1',
    '123456789012345678901234567890',
  ])('may be %s', (id) => expect(merchantIdProblem(id)).toBeNull())

  it.each([
    ['empty', '', /Enter the merchant ID/],
    ['of 256 characters', 'x'.repeat(256), /at most 255/],
    ['with a space before it', ' CORNER', /spaces at the start/],
    ['with a space in it', 'CORNER 7', /no spaces/],
    ['with a no-break space', 'CORNER\u00A07', /no spaces/],
    ['with a Cyrillic letter that looks like ours', '\u041C-1', /another alphabet/],
    ['with a Greek one', '\u0391BC', /another alphabet/],
    ['with a full-width digit', 'M-\uFF11', /another alphabet/],
    ['with a dotless i', 'B\u0131G', /another alphabet/],
    ['with a zero-width space', 'M\u200B-1', /cannot be seen/],
    ['with a NUL', 'M\u0000', /cannot be seen/],
    ['that a spreadsheet shortened', '1.23E+15', /shortened/],
    ['that a spreadsheet made a date of', '2026-01-05', /date/],
    ['that a program took for a fraction', '900000000001.0', /fraction/],
    ['that a narrow column hid', '####', /instead of a value/],
    ['that is an address of the directory', 'New', /cannot be a merchant ID/],
    ['that leads up in an address', '..', /cannot be a merchant ID/],
  ])('is not one %s', (_, id, words) => {
    expect(merchantIdProblem(id)).toMatch(words)
  })
})

describe('the typed values of a merchant', () => {
  it('are trimmed, and names have single spaces', () => {
    expect(read({ merchantId: ' CORNER-7 ', name: '  Corner \t Store ' })).toEqual({
      merchantId: 'CORNER-7',
      terms: { name: 'Corner Store', applicationId: null, state: 'active', split: [] },
      problems: [],
    })
  })

  it('need a name and a valid state', () => {
    expect(problemsOf({ name: ' ', state: 'open' }).map(({ path }) => path)).toEqual(['name', 'state'])
    expect(problemsOf({ name: 'x'.repeat(121) })[0]?.message).toMatch(/at most 120/)
    expect(problemsOf({ name: 'Cor\u202Ener' })[0]?.message).toMatch(/cannot be seen/)
  })

  it('give no split if it pays everything to the merchant itself', () => {
    expect(read({ split: [{ merchantId: 'CORNER-7' }] }).terms.split).toEqual([])
  })

  it('have problems at the share that they concern', () => {
    const split = [{ merchantId: 'PLATFROM-FEE', percent: '2.9' }, { merchantId: 'CORNER-7' }]
    expect(problemsOf({ split })).toEqual([
      {
        path: 'split.0',
        message: 'PLATFROM-FEE is not in the merchant directory. Did you mean PLATFORM-FEE?',
      },
    ])
  })
})

describe('a default split', () => {
  const check = (...split: Parameters<typeof checkDefaultSplit>[1][number][]) =>
    checkDefaultSplit('CORNER-7', split, KNOWN.has, KNOWN.ids).map(
      ({ index, message }) => `${index}: ${message}`,
    )

  it('has percentages and fixed fees, and the remainder last', () => {
    expect(
      check(
        { merchantId: 'PLATFORM-FEE', percent: '2.9' },
        { merchantId: 'BLUEBIRD-01', fixedMinor: '30' },
        { merchantId: 'CORNER-7' },
      ),
    ).toEqual([])
  })

  it('may leave all of it to another merchant', () => {
    expect(check({ merchantId: 'BLUEBIRD-01' })).toEqual([])
  })

  it.each([
    ['a last share that is given', [{ merchantId: 'CORNER-7', percent: '100' }], /^0: The last payee/],
    [
      'a share without a value before the last',
      [{ merchantId: 'PLATFORM-FEE' }, { merchantId: 'CORNER-7' }],
      /^0: Enter a percentage/,
    ],
    [
      'more than all of it',
      [
        { merchantId: 'PLATFORM-FEE', percent: '60' },
        { merchantId: 'BLUEBIRD-01', percent: '50' },
        { merchantId: 'CORNER-7' },
      ],
      /^null: The percentages/,
    ],
    [
      'a negative percentage',
      [{ merchantId: 'PLATFORM-FEE', percent: '-1' }, { merchantId: 'CORNER-7' }],
      /^0: Enter a percentage from 0/,
    ],
    [
      'an amount that is no cents',
      [{ merchantId: 'PLATFORM-FEE', fixedMinor: '1e3' }, { merchantId: 'CORNER-7' }],
      /^0: Enter an amount/,
    ],
    [
      'one payee twice',
      [{ merchantId: 'PLATFORM-FEE', percent: '1' }, { merchantId: 'PLATFORM-FEE' }],
      /^1: This merchant already has a share/,
    ],
    [
      'an unknown payee',
      [{ merchantId: 'UNKNOWN-1', percent: '1' }, { merchantId: 'CORNER-7' }],
      /^0: UNKNOWN-1 is not/,
    ],
    ['no payee', [{ merchantId: '', percent: '1' }, { merchantId: 'CORNER-7' }], /^0: Enter the merchant/],
  ])('is refused with %s', (_, split, words) => {
    expect(check(...split)[0]).toMatch(words)
  })

  it.each([
    ['', [], null],
    ['self', [], null],
    [
      'PLATFORM-FEE:2.9%; BLUEBIRD-01:$0.30 ;self',
      [
        { merchantId: 'PLATFORM-FEE', percent: '2.9' },
        { merchantId: 'BLUEBIRD-01', fixedMinor: '30' },
        { merchantId: 'CORNER-7' },
      ],
      null,
    ],
    [
      'PLATFORM-FEE:3;SELF',
      [{ merchantId: 'PLATFORM-FEE', fixedMinor: '300' }, { merchantId: 'CORNER-7' }],
      null,
    ],
    ['PLATFORM-FEE:two;self', [], 'share'],
    [';self', [], 'share'],
  ])('is read from %j', (text, split, problem) => {
    const read = readSplitText('CORNER-7', text)
    expect(read.split).toEqual(split)
    if (problem === null) expect(read.problem).toBeNull()
    else expect(read.problem).toContain(problem)
  })

  it('is said in words', () => {
    expect(splitWords('A-1', [])).toBe('All to this merchant')
    expect(splitWords('A-1', [{ merchantId: 'B-1' }])).toBe('All to B-1')
    expect(
      splitWords('A-1', [
        { merchantId: 'FEE', percent: '2.9' },
        { merchantId: 'FLAT', fixedMinor: '5' },
        { merchantId: 'A-1' },
      ]),
    ).toBe('2.9% to FEE, $0.05 to FLAT, remainder to this merchant')
  })
})

describe('a default split', () => {
  const stored = [
    { merchantId: 'FEE', percent: '2.9' },
    { merchantId: 'FEE-2', fixedMinor: '30' },
    { merchantId: 'M-1' },
  ]

  it('converts to its stored form and back', () => {
    const shares = [
      { merchantId: 'FEE', percent: '2.9' },
      { merchantId: 'FEE-2', fixedMinor: 30n },
      { merchantId: 'M-1' },
    ]
    expect(splitShares(stored)).toStrictEqual(shares)
    expect(storedShares(shares)).toStrictEqual(stored)
  })

  it('is empty if the merchant alone gets everything', () => {
    expect(normalSplit('M-1', [{ merchantId: 'M-1' }])).toEqual([])
    for (const split of [[{ merchantId: 'M-2' }], stored, [{ merchantId: 'M-1' }, { merchantId: 'M-2' }], []])
      expect(normalSplit('M-1', split)).toEqual(split)
  })

  const messagesOf = (split: Parameters<typeof checkDefaultSplit>[1], known: string[] = []) =>
    checkDefaultSplit('M-1', split, (id) => known.includes(id), known).map(
      ({ index, message }) => `${index} ${message}`,
    )
  it.each<[string, Parameters<typeof checkDefaultSplit>[1], string[]]>([
    [
      'of percent',
      [{ merchantId: 'M-1', percent: '5' }],
      ['0 The last payee takes the remainder. Remove its share.'],
    ],
    [
      'of dollars',
      [{ merchantId: 'M-1', fixedMinor: '5' }],
      ['0 The last payee takes the remainder. Remove its share.'],
    ],
    [
      'beyond a hundred percent',
      [{ merchantId: 'FEE', percent: '60' }, { merchantId: 'FEE-2', percent: '40.1' }, { merchantId: 'M-1' }],
      ['null The percentages come to more than 100. Lower one of them.'],
    ],
    [
      'of a payee nobody knows',
      [{ merchantId: 'NOBODY', percent: '60' }, { merchantId: 'M-1' }],
      ['0 NOBODY is not in the merchant directory. Add it first, or correct the ID.'],
    ],
    [
      'of a payee that was mistyped',
      [{ merchantId: 'FEE-9', percent: '60' }, { merchantId: 'M-1' }],
      ['0 FEE-9 is not in the merchant directory. Did you mean FEE-2?'],
    ],
  ])('with a last share or another %s is refused', (_, split, messages) => {
    expect(messagesOf(split, ['FEE', 'FEE-2'])).toEqual(messages)
  })

  it('may add up to 100% and have up to the maximum of payees', () => {
    const shares = Array.from({ length: MAX_SHARES }, (_, at) =>
      at === MAX_SHARES - 1 ? { merchantId: 'M-1' } : { merchantId: `FEE-${at}`, fixedMinor: '1' },
    )
    const known = shares.map(({ merchantId }) => merchantId)
    expect(messagesOf(shares, known)).toEqual([])
    expect(messagesOf([...shares, { merchantId: 'M-1' }], known)).toEqual([
      `null A split has at most ${MAX_SHARES} payees. Remove some.`,
    ])
    expect(messagesOf([{ merchantId: 'FEE', percent: '100' }, { merchantId: 'M-1' }], ['FEE'])).not.toContain(
      'null The percentages come to more than 100. Lower one of them.',
    )
  })

  it.each([
    [' ', []],
    ['self', []],
    ['FEE:12.5 %;SELF', [{ merchantId: 'FEE', percent: '12.5' }, { merchantId: 'M-1' }]],
    ['FEE:100%;x', [{ merchantId: 'FEE', percent: '100' }, { merchantId: 'x' }]],
    ['FEE:2.123456%;x', [{ merchantId: 'FEE', percent: '2.123456' }, { merchantId: 'x' }]],
    ['FEE : $ 12.5 ; x', [{ merchantId: 'FEE', fixedMinor: '1250' }, { merchantId: 'x' }]],
    ['A:B:0.30;x', [{ merchantId: 'A:B', fixedMinor: '30' }, { merchantId: 'x' }]],
  ])('in a file as %j', (text, split) => {
    expect(readSplitText('M-1', text)).toStrictEqual({ split, problem: null })
  })

  it.each([':5', ' FEE:x2.9% ', 'FEE:2.9%x', 'FEE:2.9x%', 'FEE:x0.30', 'FEE:0.300', 'FEE:', ';x'])(
    'in a file as %j is refused',
    (text) => {
      expect(readSplitText('M-1', text)).toEqual({
        split: [],
        problem: `“${text.split(';')[0]?.trim()}” is not a share. Write PLATFORM-FEE:2.9% or PLATFORM-FEE:0.30, separated by semicolons, and the payee of the remainder last.`,
      })
    },
  )

  it('names its only payee', () => {
    expect(splitWords('M-1', [{ merchantId: 'M-2' }])).toBe('All to M-2')
  })
})
