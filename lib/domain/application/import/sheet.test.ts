import { describe, expect, it, test } from 'vitest'
import { decodeFile, MAX_FILE_BYTES } from './file-text'
import { readSheet } from './sheet'

const sheetOf = (text: string) => {
  const reading = readSheet(text)
  if (!reading.ok) throw new Error(reading.problem)
  return reading.sheet
}
const problemOf = (text: string) => {
  const reading = readSheet(text)
  return reading.ok ? null : reading.problem
}
const bytes = (...values: number[]) => new Uint8Array(values)

describe('a CSV file', () => {
  it('has one application per line below its header, numbered as a spreadsheet does', () => {
    expect(sheetOf('\uFEFFLegal name,ZIP\r\nOne,04101\r\n,\r\n\r\n"Two\r\nLines",007\r\n')).toEqual({
      format: 'csv',
      columns: ['Legal name', 'ZIP'],
      rows: [
        { row: 2, cells: ['One', '04101'], problem: null },
        { row: 5, cells: ['Two\nLines', '007'], problem: null },
      ],
    })
  })

  it('a row with more cells than the header line becomes no draft: its values may be in the wrong columns', () => {
    const [short, long, blank] = sheetOf('a,b,c\n1,2\n1,2,3,4\n1,2,3,,\n').rows
    expect(short).toMatchObject({ cells: ['1', '2', ''], problem: null })
    expect(long?.problem).toMatch(/a cell more than the header row/)
    expect(blank?.problem).toBeNull()
  })

  test.each([
    ['with nothing in it', '', /empty/],
    ['with a header row only', 'a,b\n', /no application/],
    ['of 1,001 applications', `a\n${'1\n'.repeat(1001)}`, /1,001 applications; at most 1,000/],
    ['with a quotation mark that is never closed', 'a,b\n1,"2\n3,4', /Row 2: .*never closed/],
    [
      'of which each row would have 2,000 cells',
      `${'a,'.repeat(1999)}a\n${'1\n'.repeat(99_000)}`,
      /99,000 applications; at most 1,000/,
    ],
    ['of a million lines', `a,b\n${'\n'.repeat(1_000_000)}`, /far too many applications/],
    ['of a million lines that end otherwise', `a,b\r${'\r'.repeat(1_000_000)}`, /far too many applications/],
    [
      'of which each object would have 2,000 cells',
      JSON.stringify([
        Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`a${n}`, 1])),
        ...Array.from({ length: 100_000 }, () => ({ a: 1 })),
      ]),
      /100,001 applications; at most 1,000/,
    ],
    ['of a million objects', `[${'{},'.repeat(1_000_000)}{}]`, /far too many objects/],
    ['of 2,001 columns', `${'a,'.repeat(2000)}a\n1`, /more than 2,000 columns/],
  ])('%s is refused', (_, text, problem) => {
    expect(problemOf(text)).toMatch(problem)
  })

  it('of 1,000 applications is read', () => {
    expect(sheetOf(`a\n${'1\n'.repeat(1000)}`).rows).toHaveLength(1000)
  })
})

describe('a JSON file', () => {
  it('in our shape is read by path, without IDs and the partner’s attributes', () => {
    const { columns, rows } = sheetOf(
      JSON.stringify([
        {
          merchant: { legalName: 'One' },
          contacts: {
            items: [{ id: 'c1', firstName: 'Ana', roles: ['Principal', 'Control Prong'] }],
            nobodyOwns25: false,
          },
          pricing: { items: [{ id: 'p1', kind: 'Fee', members: [{ name: 'Price__c', value: '5' }] }] },
        },
        { Mer: { attributes: { type: 'Account' }, Name: 'Two', Tax_ID__c: null } },
      ]),
    )
    expect(columns).toEqual([
      'merchant.legalName',
      'contacts.items[0].firstName',
      'contacts.items[0].roles',
      'contacts.nobodyOwns25',
      'pricing.items[0].kind',
      'pricing.items[0].Price__c',
      'Mer.Name',
    ])
    expect(rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [1, 'One', 'Ana', 'Principal;Control Prong', 'false', 'Fee', '5', ''],
      [2, '', '', '', '', '', '', 'Two'],
    ])
  })

  it('keeps numbers as they are written', () => {
    expect(sheetOf('{"a": 12345678901234567890, "b": 0.10, "c": 1E3}').rows[0]?.cells).toEqual([
      '12345678901234567890',
      '0.10',
      '1E3',
    ])
  })

  it('what is not an application becomes no draft and stops no other', () => {
    expect(
      sheetOf('[1, {"a": "b"}, null, {}]').rows.map(({ row, problem }) => [row, problem === null]),
    ).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
  })

  test.each([
    ['broken', '[{"SSN": "512456789"', /isn’t valid JSON/],
    ['a list of nothing', '[]', /no application/],
    ['a list of numbers', '[1, 2]', /no list of applications/],
    [
      'with more paths than columns',
      JSON.stringify(Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [n, '1']))),
      /2,000/,
    ],
  ])('%s is refused, and not quoted', (_, text, problem) => {
    expect(problemOf(text)).toMatch(problem)
    expect(problemOf(text)).not.toContain('512456789')
  })

  it('nested deeper than an application is refused, and no prototype can be reached', () => {
    const nested = (depth: number) => `[{"a":"b"},${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}]`
    expect(sheetOf(nested(500)).columns).toEqual(['a'])
    expect(problemOf(nested(100_000))).toMatch(/isn’t valid JSON/)
    expect(sheetOf('[{"__proto__": {"x": "1"}, "constructor": "2"}]').columns).toEqual([
      '__proto__.x',
      'constructor',
    ])
  })
})

describe('a file', () => {
  const encoded = new TextEncoder().encode('é,İ')
  test.each<[string, Uint8Array, string]>([
    ['UTF-8', encoded, 'é,İ'],
    ['UTF-8 with its mark', new Uint8Array([0xef, 0xbb, 0xbf, ...encoded]), 'é,İ'],
    ['UTF-16', bytes(0xff, 0xfe, 0xe9, 0, 0x2c, 0, 0x30, 0x01), 'é,İ'],
  ])('in %s is read', (_, file, text) => {
    expect(decodeFile(file)).toEqual({ ok: true, kind: 'text', text, note: null })
  })

  it('in Windows-1252 is read, with a note', () => {
    expect(decodeFile(bytes(0x43, 0x61, 0x66, 0xe9))).toMatchObject({
      ok: true,
      text: 'Café',
      note: expect.stringMatching(/accents/),
    })
  })

  test.each<[string, Uint8Array, RegExp]>([
    ['a broken workbook', bytes(0x50, 0x4b, 0x03, 0x04, 1), /save it again as .xlsx/],
    ['an old workbook', bytes(0xd0, 0xcf, 0x11, 0xe0), /save it as “Excel Workbook \(.xlsx\)” or “CSV UTF-8/],
    ['a PDF', new TextEncoder().encode('%PDF-1.7'), /neither text nor a workbook/],
    ['binary', bytes(0x61, 0, 0x62), /not text/],
    ['too large', new Uint8Array(MAX_FILE_BYTES + 1), /limit is 5 MB/],
  ])('that is %s is refused with what to do', (_, file, problem) => {
    const reading = decodeFile(file)
    expect(reading.ok ? '' : reading.problem).toMatch(problem)
  })
})
