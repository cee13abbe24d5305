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
