import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { CSV_START, csvLine } from '@/lib/domain/values/csv'
import { readJsonText } from './json-table'
import { MAX_COLUMNS, MAX_LINES, MAX_ROWS } from './limits'
import type { FundingLine } from './line'
import { matchColumns, NO_COLUMNS } from './match-columns'
import { type FundingTable, readDelimited, readSheet, type TableReading, toLines, withHeader } from './table'

const tableOf = (reading: TableReading): FundingTable => {
  if (!reading.ok) throw new Error(reading.message)
  return reading.table
}
const messageOf = (reading: TableReading): string => (reading.ok ? 'It was read.' : reading.message)

/** `2: A-1 | | M-1 | 12.50`: the row number and the fields in order. */
const shown = ({ row, transactionId, retrievalReferenceNumber, merchantId, amount }: FundingLine): string =>
  `${row}: ${[transactionId, retrievalReferenceNumber, merchantId, amount].join(' | ')}`
const linesOf = (reading: TableReading): string[] => {
  const table = tableOf(reading)
  return toLines(table, matchColumns(table.columns)).map(shown)
}

const HEADER = 'Transaction id,RRN,MID,Amount'

describe('delimited text becomes lines', () => {
  test.each<[rule: string, text: string, lines: string[]]>([
    [
      'row numbers are those of the file',
      `${HEADER}\nA-1,,M-1,12.50\nA-2,,M-1,3`,
      ['2: A-1 |  | M-1 | 12.50', '3: A-2 |  | M-1 | 3'],
    ],
    [
      'leading zeros stay',
      `${HEADER}\n000123,000000000012,0042,0012`,
      ['2: 000123 | 000000000012 | 0042 | 0012'],
    ],
    ['cells are trimmed', `${HEADER}\n A-1 ,,\tM-1, 12.50\u00a0`, ['2: A-1 |  | M-1 | 12.50']],
    [
      'empty rows are skipped, and counted',
      `${HEADER}\n\n,,,\n , ,,\nA-1,,M-1,1\n\n`,
      ['5: A-1 |  | M-1 | 1'],
    ],
    [
      'a byte order mark and sep= do not count as rows',
      `\uFEFFsep=;\r\nMID;Amount;RRN\r\nM-1;1;000000000001`,
      ['2:  | 000000000001 | M-1 | 1'],
    ],
    [
      'a title may stand above the header row',
      `Funding of May\n\n${HEADER}\nA-1,,M-1,1`,
      ['4: A-1 |  | M-1 | 1'],
    ],
    [
      'cells pasted out of a spreadsheet',
      `${HEADER.replaceAll(',', '\t')}\nA-1\t\tM-1\t"1,250.00"`,
      ['2: A-1 |  | M-1 | 1,250.00'],
    ],
    [
      'other columns are left alone',
      'Note,MID,Amount,RRN,Total\nx,M-1,1,000000000001,9',
      ['2:  | 000000000001 | M-1 | 1'],
    ],
    [
      'a text protected from spreadsheets is unwrapped',
      `${HEADER}\n"=""0012""",'000000000012,'0042,1`,
      ['2: 0012 | 000000000012 | 0042 | 1'],
    ],
    ['a row that is too short lacks its last cells', `${HEADER}\nA-1,,M-1`, ['2: A-1 |  | M-1 | ']],
    [
      'empty columns without a name at the end are ignored',
      `${HEADER},,\nA-1,,M-1,1,,`,
      ['2: A-1 |  | M-1 | 1'],
    ],
  ])('%s', (_, text, lines) => expect(linesOf(readDelimited(text))).toEqual(lines))

  it('our own exports are read back unchanged', () => {
    const cells = fc.stringMatching(/^[A-Z0-9-][A-Za-z0-9,;" -]{0,20}[A-Z0-9]$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(cells, cells, cells, cells), { minLength: 1 }), (rows) => {
        const file = CSV_START + [HEADER.split(','), ...rows].map(csvLine).join('')
        expect(linesOf(readDelimited(file))).toEqual(
          rows.map((row, index) => `${index + 2}: ${row.join(' | ')}`),
        )
      }),
    )
  })
})

describe('a row with more cells than columns', () => {
  it('is joined again if its last cells form one amount, which is then reported', () =>
    expect(linesOf(readDelimited(`${HEADER}\nA-1,,M-1,1,234.50`))).toEqual(['2: A-1 |  | M-1 | 1,234.50']))

  it.each([
    ['a comma in a cell before', `${HEADER}\nA-1,,Smith, Inc,12`, '2:  |  |  | A-1,,Smith, Inc,12'],
    [
      'an amount that is not the last column',
      'RRN,Amount,MID\n000000000001,1,250,M-1',
      '2:  |  |  | 000000000001,1,250,M-1',
    ],
    [
      'what looks like an amount, in the place of a merchant',
      'RRN,Amount,MID\n000000000001,1,250,500',
      '2:  |  |  | 000000000001,1,250,500',
    ],
    ['a comment under no heading', `${HEADER}\nA-1,,M-1,12,paid`, '2:  |  |  | A-1,,M-1,12,paid'],
  ])('becomes one text in the amount cell: %s', (_, text, line) => {
    const reading = readDelimited(text)
    expect(linesOf(reading)).toEqual([line])
    expect(tableOf(reading).notes).toEqual([expect.stringMatching(/^Row 2 has more cells/)])
  })

  it.each([
    [
      ',',
      'a value with a comma',
      'An amount cut at its comma was joined again. Any other such row is in its amount cell as one text.',
    ],
    [';', 'a value with a semicolon', 'Each such row is in its amount cell as one text.'],
    ['\t', 'a value with a tab', 'Each such row is in its amount cell as one text.'],
    ['|', 'a value with “|”', 'Each such row is in its amount cell as one text.'],
  ])('is reported with the delimiter and where it went: %j', (delimiter, value, where) => {
    const text = [HEADER.split(','), ['A-1', '', 'M-1', '12', 'paid']]
      .map((cells) => cells.join(delimiter))
      .join('\n')
    expect(tableOf(readDelimited(text)).notes).toEqual([
      `Row 2 has more cells than the header row: ${value} probably lacks quotation marks. ${where}`,
    ])
  })

  it.each([';', '\t', '|'])('is never joined to an amount if the delimiter is no comma: %j', (delimiter) => {
    const text = [HEADER.split(','), ['A-1', '', 'M-1', '1', '234.50']]
      .map((cells) => cells.join(delimiter))
      .join('\n')
    expect(linesOf(readDelimited(text))).toEqual(['2:  |  |  | A-1,,M-1,1,234.50'])
  })

  it('is reported with the first five such rows', () => {
    const rows = Array.from({ length: 7 }, (_, n) => `A-${n},,M-1,1,5`).join('\n')
    expect(tableOf(readDelimited(`${HEADER}\n${rows}`)).notes).toEqual([
      expect.stringMatching(/^Rows 2, 3, 4, 5, 6 and 2 more have more cells/),
    ])
  })

  it('cannot occur in a workbook', () =>
    expect(
      linesOf(
        readSheet([
          ['MID', 'Amount', 'RRN'],
          ['M-1', '1', '000000000001', 'a comment'],
        ]),
      ),
    ).toEqual(['2:  | 000000000001 | M-1 | 1']))
})

describe('a header row', () => {
  test.each([
    ['is recognized by a known column name', 'Amount,x1\n5,y1', true],
    ['is recognized by words without digits', 'Betrag,Händler\n5,M-1', true],
    ['is not recognized if it contains a value', 'A-1,M-1,5\nA-2,M-1,5', false],
    ['is not recognized if it has one cell', 'abc\n5', false],
  ])('%s', (_, text, hasHeader) => expect(tableOf(readDelimited(text)).hasHeader).toBe(hasHeader))

  it('if missing, columns get numbers and every row is a line', () => {
    const table = tableOf(readDelimited('A-1,M-1,5\nA-2,M-1,6'))
    expect(table).toMatchObject({ columns: ['Column 1', 'Column 2', 'Column 3'], firstRow: 1 })
    expect(toLines(table, { ...NO_COLUMNS, transactionId: 0, merchantId: 1, amount: 2 }).map(shown)).toEqual([
      '1: A-1 |  | M-1 | 5',
      '2: A-2 |  | M-1 | 6',
    ])
  })

  it('a column without a name has a number', () =>
    expect(
      tableOf(
        readSheet([
          ['MID', null, 'Amount'],
          ['M-1', 'x', 1],
        ]),
      ).columns,
    ).toEqual(['MID', 'Column 2', 'Amount']))

  it.each(['Betrag,Händler,\n5,M-1,x', `May\n${HEADER}\nA-1,,M-1,1`, 'A-1,M-1,5\nA-2,M-1,6'])(
    'can be switched on and off by a person: %j',
    (text) => {
      const table = tableOf(readDelimited(text))
      const other = withHeader(table, !table.hasHeader)
      expect(other.hasHeader).toBe(!table.hasHeader)
      expect([...other.above, ...other.rows]).toEqual([...table.above, ...table.rows])
      expect(withHeader(other, table.hasHeader)).toEqual(table)
      expect(withHeader(table, table.hasHeader)).toBe(table)
    },
  )

  it('cannot be switched off for JSON', () => {
    const table = tableOf(readJsonText('[{"merchantId":"M-1","amount":"5"}]'))
    expect(withHeader(table, false)).toBe(table)
  })
})

describe('cells of a workbook', () => {
  test.each<[what: string, cell: unknown, text: string]>([
    ['a text keeps its leading zeros', '000123', '000123'],
    ['a whole number', 123_456_789_012, '123456789012'],
    ['a number of 15 digits is whole', 123_456_789_012_345, '123456789012345'],
    ['a number that lost digits is written as spreadsheets do', 1_234_567_890_123_456, '1.23457E+15'],
    ['a huge number', 1e21, '1.00000E+21'],
    ['a negative huge number', -1e15, '-1.00000E+15'],
    ['an amount', 12.75, '12.75'],
    ['an amount that ends in 0', 12.5, '12.50'],
    ['a floating-point sum is rounded as shown', 0.1 + 0.2, '0.30'],
    ['more than cents', 12.505, '12.505'],
    ['zero', 0, '0'],
    ['a date', new Date('2026-01-05T00:00:00Z'), '2026-01-05'],
    ['no date at all', new Date(Number.NaN), ''],
    ['yes', true, 'TRUE'],
    ['nothing', null, ''],
    ['a gap', undefined, ''],
  ])('%s', (_, cell, text) => {
    const [line] = toLines(
      tableOf(
        readSheet([
          ['MID', 'RRN'],
          ['M-1', cell],
        ]),
      ),
      {
        ...NO_COLUMNS,
        merchantId: 0,
        transactionId: 1,
      },
    )
    expect(line?.transactionId).toBe(text)
  })

  it('empty rows keep the numbers of the others', () =>
    expect(linesOf(readSheet([[null], ['MID', 'Amount'], [], [null, null], ['M-1', 5]]))).toEqual([
      '5:  |  | M-1 | 5',
    ]))
})

describe('a table that cannot be a batch is refused with a reason', () => {
  test.each<[string, () => TableReading, RegExp]>([
    ['nothing', () => readDelimited(''), /is empty/],
    ['empty cells', () => readDelimited(',,\n,,'), /is empty/],
    ['an empty sheet', () => readSheet([]), /is empty/],
    ['a header row alone', () => readDelimited(`${HEADER}\n\n`), /no rows below the header row/],
    [
      'a quotation mark that is never closed',
      () => readDelimited(`${HEADER}\n"A-1,,M`),
      /^Row 2: A quotation mark/,
    ],
    ['too many columns', () => readDelimited(`${'x,'.repeat(MAX_COLUMNS)}x\n1`), /more than 200 columns/],
    [
      'too many lines',
      () => readDelimited(`Amount${'\n1'.repeat(MAX_LINES + 1)}`),
      /100,001 lines; a batch has at most 100,000/,
    ],
    ['a million empty rows', () => readDelimited('\n'.repeat(MAX_ROWS + 1)), /more than a million lines/],
    [
      'a million rows that end with CR',
      () => readDelimited('\r'.repeat(MAX_ROWS + 1)),
      /more than a million lines/,
    ],
  ])('%s', (_, read, message) => expect(messageOf(read())).toMatch(message))

  it('100,000 lines and any number of empty ones among them are a batch', () =>
    expect(linesOf(readDelimited(`Amount\n${'1\n\n'.repeat(MAX_LINES)}`))).toHaveLength(MAX_LINES))
})
