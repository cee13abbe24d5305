import { describe, expect, test } from 'vitest'
import { NO_COLUMNS } from './match-columns'
import {
  CHANGE_COLUMNS,
  CHECKED_FILE_COLUMNS,
  LINES_FILE_COLUMNS,
  leftOutNote,
  notUsedNote,
  otherCells,
  otherCellsOf,
  otherColumns,
  RESULTS_FILE_COLUMNS,
} from './other-columns'
import { readDelimited, toLines } from './table'

const MAPPING = { ...NO_COLUMNS, transactionId: 0, merchantId: 2, amount: 3 }

describe('columns that mean nothing to a batch', () => {
  test.each<[string, string[], string[]]>([
    ['in their order, wherever they stand', ['Txn', 'Store', 'MID', 'Amount', 'Memo'], ['Store', 'Memo']],
    ['also twice of one name', ['Txn', 'Memo', 'MID', 'Amount', 'Memo'], ['Memo', 'Memo']],
  ])('%s', (_, columns, names) => expect(otherColumns(columns, MAPPING).names).toEqual(names))

  test.each([
    [CHECKED_FILE_COLUMNS],
    [LINES_FILE_COLUMNS],
    [RESULTS_FILE_COLUMNS],
    [[...RESULTS_FILE_COLUMNS, ...CHANGE_COLUMNS]],
    // As an earlier version wrote it.
    [[...RESULTS_FILE_COLUMNS.map((name) => name.replace('ID', 'id')), 'Was', 'Difference']],
  ])('not those that the desk itself wrote into the file', (columns) => {
    expect(otherColumns([...columns, 'Memo'], NO_COLUMNS).names).toEqual(['Memo'])
  })
  test('a column of the person’s that is called like one of the desk’s is theirs', () => {
    expect(otherColumns(['Txn', 'Outcome', 'MID', 'Amount', 'Row'], MAPPING).names).toEqual([
      'Outcome',
      'Row',
    ])
  })

  test('fifty are kept, and people are told of the others', () => {
    const many = otherColumns(
      Array.from({ length: 56 }, (_, n) => `Column ${n}`),
      MAPPING,
    )
    expect(many.names).toHaveLength(50)
    expect(leftOutNote(many)).toBe('50 columns that a batch does not need are kept; 3 more are left out.')
    expect(leftOutNote(otherColumns(['Txn', 'Memo'], MAPPING))).toBe(null)
  })

  test('a cell and a name are cut to 255 characters', () => {
    const [cell = ''] = otherCells(['x'.repeat(300)], [0])
    expect([cell.length, cell.at(-1)]).toEqual([255, '…'])
    expect(otherColumns(['a', 'x'.repeat(300)], MAPPING).names[0]).toHaveLength(255)
  })
})

describe('their cells come with the lines', () => {
  const linesOf = (text: string) => {
    const reading = readDelimited(text)
    if (!reading.ok) throw new Error(reading.message)
    return toLines(reading.table, MAPPING)
  }
  test('as they came', () => {
    const lines = linesOf('Transaction id,Store,MID,Amount,Memo\nA-1, 007 ,M-1,5,"a, b"\nA-2,,M-1,6\n')
    expect(lines.map(({ other }) => other)).toEqual([
      [' 007 ', 'a, b'],
      ['', ''],
    ])
  })
  test('without the marks that the desk puts within cells of its own files', () => {
    const lines = linesOf("Transaction id,Store,MID,Amount,Memo\nA-1,it's,M-1,5,a;'=b\n")
    expect(lines[0]?.other).toEqual(["it's", 'a;=b'])
  })
  test('not of a row whose cells have slipped', () => {
    expect(linesOf('Transaction id,Store,MID,Amount\nA-1,x,M-1,5,oops,more\n')[0]?.other).toBeUndefined()
  })
  test('a file without such columns pays nothing for them', () => {
    const reading = readDelimited('Transaction id,RRN,MID,Amount\nA-1,,M-1,5\n')
    if (!reading.ok) throw new Error(reading.message)
    const [line] = toLines(reading.table, { ...MAPPING, retrievalReferenceNumber: 1 })
    expect(line && 'other' in line).toBe(false)
  })
  test('a line that was not in the source has empty cells', () => {
    expect(otherCellsOf({ other: null }, ['Store', 'Memo'])).toEqual(['', ''])
  })
})

test('names the columns that no field has, and of many the first', () => {
  expect(notUsedNote(['Type', 'Memo'])).toBe('Not used: “Type”, “Memo”.')
  expect(notUsedNote(['A', 'B', 'C', 'D', 'E', 'F'])).toBe('Not used: “A”, “B”, “C”, “D” and 2 more.')
  expect(notUsedNote(['', ' '])).toBeNull()
})
