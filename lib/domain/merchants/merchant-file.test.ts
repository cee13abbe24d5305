import { describe, expect, it } from 'vitest'
import { MERCHANT_TEMPLATE, readMerchantFile } from './merchant-file'

const IDS = new Set(['PLATFORM-FEE', 'Bluebird-01'])
const read = (...lines: string[]) =>
  readMerchantFile(lines.join('\n'), { has: (id) => IDS.has(id), ids: IDS })
const messages = (...lines: string[]) =>
  read('merchant id,name,state,split', ...lines).rows.map(({ row, problems }) => [
    row,
    ...problems.map(({ path, message }) => `${path}: ${message}`),
  ])

describe('a file of merchants', () => {
  it('is read in any column order, even without state and split, and empty rows count', () => {
    const { rows, problem, otherColumns } = read(
      'Name;Merchant-ID;Note',
      'Corner Store;0012;x',
      ';;',
      '"Fern; Moss";FERN-1;',
    )
    expect(problem).toBeNull()
    expect(otherColumns).toEqual(['Note'])
    expect(rows).toEqual([
      {
        row: 2,
        merchantId: '0012',
        terms: { name: 'Corner Store', applicationId: null, state: 'active', split: [] },
        problems: [],
        warnings: [],
      },
      {
        row: 4,
        merchantId: 'FERN-1',
        terms: { name: 'Fern; Moss', applicationId: null, state: 'active', split: [] },
        problems: [],
        warnings: [],
      },
    ])
  })

  it('may have splits with payees from the directory or the file', () => {
    const { rows } = read(
      'merchant id,name,state,split',
      'A-100,Ash,Paused,PLATFORM-FEE:2.9%;B-200:0.30;self',
      'B-200,Birch,,',
    )
    expect(rows.flatMap(({ problems }) => problems)).toEqual([])
    expect(rows[0]?.terms).toMatchObject({
      state: 'paused',
      split: [
        { merchantId: 'PLATFORM-FEE', percent: '2.9' },
        { merchantId: 'B-200', fixedMinor: '30' },
        { merchantId: 'A-100' },
      ],
    })
  })

  it('has its problems reported row by row', () => {
    expect(
      messages(
        'A-100,Ash,,',
        'a-100,Ash again,,',
        'BLUEBIRD-01,Bluebird,,',
        'C-300,,open,',
        'D-400,Dill,,PLATFROM-FEE:2%;self',
        'E-500,Elm,,half',
        '1.2E+9,Fir,,,more',
      ),
    ).toEqual([
      [2],
      [3, expect.stringContaining('in row 2 already')],
      [4, expect.stringContaining('in the directory already')],
      [5, expect.stringContaining('name: Enter'), expect.stringContaining('state: Choose')],
      [6, expect.stringContaining('Did you mean PLATFORM-FEE?')],
      [7, expect.stringContaining('half is not in the merchant directory')],
      [8, expect.stringContaining('more cells'), expect.stringContaining('shortened')],
    ])
  })

  it('has warnings for merchants that look like others in the directory or the file', () => {
    const { rows } = readMerchantFile(
      ['merchant id,name', 'CEDAR-STONE-O3,Cedar Stone', 'FERN-1,Fern House', 'FERN-2,Fern Houses'].join(
        '\n',
      ),
      { has: () => false, ids: [], all: [{ merchantId: 'CEDAR-STONE-03', name: 'Masonry' }] },
    )
    expect(
      rows.map(({ problems, warnings }) => [problems.length, ...warnings.map(({ message }) => message)]),
    ).toEqual([
      [0, 'Looks like CEDAR-STONE-03 (Masonry). Check that it is another merchant.'],
      [0, 'Looks like FERN-2 (Fern Houses). Check that it is another merchant.'],
      [0, 'Looks like FERN-1 (Fern House). Check that it is another merchant.'],
    ])
  })

  it.each([
    ['nothing', '', /columns/],
    ['other columns', 'shop,owner\na,b', /columns “merchant id” and “name”/],
    ['headings alone', 'merchant id,name\n\n', /no merchants/],
    ['an open quotation mark', 'merchant id,name\n"a,b', /never closed/],
    ['too many', `merchant id,name\n${'a,b\n'.repeat(2_001)}`, /2,001 merchants; one import takes 2,000/],
  ])('is refused as a whole with %s', (_, file, words) => {
    expect(readMerchantFile(file, { has: () => false, ids: [] })).toEqual({
      rows: [],
      otherColumns: [],
      problem: expect.stringMatching(words),
    })
  })

  it('can be created from the template', () => {
    const { rows } = readMerchantFile(`\uFEFF${MERCHANT_TEMPLATE}`, { has: () => false, ids: [] })
    expect(rows.flatMap(({ problems }) => problems)).toEqual([])
    expect(rows).toHaveLength(2)
  })
})

describe('a file of merchants, cell by cell', () => {
  const HEAD = 'merchant id,name,state,split'
  const withIds = (ids: string[], lines: string[], all?: { merchantId: string; name: string }[]) =>
    readMerchantFile(lines.join('\n'), { has: (id) => ids.includes(id), ids, ...(all && { all }) })

  it('needs the two required columns, and merchants', () => {
    const words = 'The first row needs the columns “merchant id” and “name”; “state” and “split” may follow.'
    expect(read('merchant id,state', 'M-1,active').problem).toBe(words)
    expect(read('name,state', 'Ash,active').problem).toBe(words)
    expect(read('').problem).toBe(words)
    expect(read(HEAD, ' , ', '').problem).toBe(
      'The file has no merchants. Put one in each row below the headings.',
    )
  })

  it('takes at most 2,000 merchants', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, at) => `M-${at},Ash ${at}`)
    expect(read('id,name', ...rows(2_000)).problem).toBeNull()
    expect(read('id,name', ...rows(2_001)).problem).toBe(
      'The file has 2,001 merchants; one import takes 2,000. Divide it.',
    )
  })

  it('takes the first of two columns with one meaning, lists the other as unused, and ignores blank headings', () => {
    const { rows, otherColumns } = read('id,name, ,mid', ' M-1 , Ash ,x,M-2')
    expect(rows[0]).toMatchObject({ merchantId: 'M-1', terms: { name: 'Ash' }, problems: [] })
    expect(otherColumns).toEqual(['mid'])
  })

  it.each([
    ['M-1,Ash,active,,x', ['row: The row has more cells than the headings.']],
    ['M-1,Ash,active,,,', []],
    ['M-1,Ash', []],
    [
      'M-1,Ash,active,:5',
      [
        'split: “:5” is not a share. Write PLATFORM-FEE:2.9% or PLATFORM-FEE:0.30, separated by semicolons, and the payee of the remainder last.',
      ],
    ],
    [
      'bluebird-01,Ash',
      [
        'merchantId: bluebird-01 is in the directory already. Remove the row, or change the merchant on its page.',
      ],
    ],
  ])('%s', (line, problems) => {
    expect(messages(line)).toEqual([[2, ...problems]])
  })

  it('has each merchant once, ignoring case, and does not call missing IDs duplicates', () => {
    expect(messages('M-1,Ash', 'm-1,Birch')).toEqual([
      [2],
      [3, 'merchantId: m-1 is in row 2 already. Remove one of the two.'],
    ])
    for (const [, ...problems] of messages(',Ash', ',Birch')) expect(problems).toHaveLength(1)
  })

  it('warns about a merchant that resembles another one, but never itself', () => {
    const lookAlike = withIds(
      [],
      [HEAD, 'M-100,Blue Heron Books'],
      [
        { merchantId: 'M-200', name: 'Blue Heron Books LLC' },
        { merchantId: 'm-100', name: 'Blue Heron Books' },
      ],
    )
    expect(lookAlike.rows[0]?.warnings).toEqual([
      {
        path: 'merchantId',
        message: expect.stringMatching(/^Looks like .*M-200.*\. Check that it is another merchant\.$/),
      },
    ])
    expect(lookAlike.rows[0]?.warnings[0]?.message).not.toContain('m-100')
    expect(read(HEAD, 'M-100,Blue Heron Books').rows[0]?.warnings).toEqual([])
  })
})
