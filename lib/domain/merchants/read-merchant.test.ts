import { describe, expect, it } from 'vitest'
import { checkDefaultSplit, readSplitText, splitWords } from './default-split'
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
