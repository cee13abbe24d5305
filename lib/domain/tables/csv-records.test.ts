import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { csvLine } from '@/lib/domain/values/csv'
import { readCsvRecords } from './csv-records'

const recordsOf = (text: string) => {
  const reading = readCsvRecords(text)
  return reading.ok ? reading.records : reading
}

describe('delimited text', () => {
  test.each<[string, string, string[][]]>([
    [
      'comma',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolon',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tab',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'bar',
      'a|b\n1|2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'the one that a first line names',
      'sep=;\r\na,b;c\r\n1;2',
      [
        ['a,b', 'c'],
        ['1', '2'],
      ],
    ],
    [
      'a delimiter in a quoted heading does not count',
      '"a;b;c",d\n1,2',
      [
        ['a;b;c', 'd'],
        ['1', '2'],
      ],
    ],
    ['one column', 'a\n1\n2', [['a'], ['1'], ['2']]],
    ['nothing', '', []],
  ])('is told by its %s', (_, text, records) => {
    expect(recordsOf(text)).toEqual(records)
  })

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('may have lines that end with %s, also within quotation marks', (_, end) => {
    expect(recordsOf(['a,b', `"one${end}two",2`, '', '3,4'].join(end))).toEqual([
      ['a', 'b'],
      ['one\ntwo', '2'],
      [''],
      ['3', '4'],
    ])
  })

  it('keeps every cell as text, leading zeros, spaces and doubled quotation marks with it', () => {
    expect(recordsOf('a,b,c\n007, 1 ,"say ""no"""')).toEqual([
      ['a', 'b', 'c'],
      ['007', ' 1 ', 'say "no"'],
    ])
  })

  it('keeps records of other lengths apart, so that no value slips into another record', () => {
    expect(recordsOf('a,b,c\n1,2\n3,4,5,6\n7,8,')).toEqual([
      ['a', 'b', 'c'],
      ['1', '2'],
      ['3', '4', '5', '6'],
      ['7', '8', ''],
    ])
  })

  it('a quotation mark inside a cell is one', () => {
    expect(recordsOf('a,b\n5" pipe,2')).toEqual([
      ['a', 'b'],
      ['5" pipe', '2'],
    ])
  })

  test.each([
    ['is never closed', 'a,b\n1,2\n"3,4\n5,6', 3],
    ['is followed by text', 'a,b\n"1"x,2', 2],
  ])('a quotation mark that %s is refused with its row', (_, text, row) => {
    expect(readCsvRecords(text)).toMatchObject({ ok: false, row })
  })

  it('a first line of 5 MB is read', () => {
    expect(recordsOf('x'.repeat(5_000_000))).toHaveLength(1)
  })
})

test.each([
  [[['\t', '\t\t']]],
  [[[';', 'a|b|c']]],
  [
    [
      ['sep=', ''],
      ['1,5', '2'],
    ],
  ],
])('what our own exports write is read again, whatever its first line is: %j', (rows) => {
  // The writer puts an apostrophe before a tab, which spreadsheets would drop.
  expect(recordsOf(rows.map(csvLine).join(''))).toEqual(
    rows.map((cells) => cells.map((cell) => cell.replace(/^\t/, "'\t"))),
  )
})

it('what our own exports write is read again', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 }), { minLength: 1 }),
      (rows) => {
        const withHeader = [['one', 'two'], ...rows]
        const read = recordsOf(withHeader.map(csvLine).join(''))
        expect(read).toEqual(
          withHeader
            .map((cells) => recordsOf(csvLine(['x', ...cells])))
            .map((one) => (Array.isArray(one) ? one[0]?.slice(1) : one)),
        )
        expect(read).toHaveLength(withHeader.length)
      },
    ),
    {
      examples: [
        [
          [
            ['\t', '\t\t'],
            ['', ''],
          ],
        ],
      ],
    },
  )
})
