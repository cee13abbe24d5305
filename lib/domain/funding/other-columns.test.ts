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

describe('columns that a batch does not use', () => {
  test.each<[string, string[], string[]]>([
    ['are kept in order, wherever they are', ['Txn', 'Store', 'MID', 'Amount', 'Memo'], ['Store', 'Memo']],
    ['are kept even if two have the same name', ['Txn', 'Memo', 'MID', 'Amount', 'Memo'], ['Memo', 'Memo']],
  ])('%s', (_, columns, names) => expect(otherColumns(columns, MAPPING).names).toEqual(names))

  test.each([
    [CHECKED_FILE_COLUMNS],
    [LINES_FILE_COLUMNS],
    [RESULTS_FILE_COLUMNS],
    [[...RESULTS_FILE_COLUMNS, ...CHANGE_COLUMNS]],
    // A file from an earlier version.
    [[...RESULTS_FILE_COLUMNS.map((name) => name.replace('ID', 'id')), 'Was', 'Difference']],
  ])('exclude those that the desk itself wrote', (columns) => {
    expect(otherColumns([...columns, 'Memo'], NO_COLUMNS).names).toEqual(['Memo'])
  })
  test('a person’s own column may have the name of one of the desk’s', () => {
    expect(otherColumns(['Txn', 'Outcome', 'MID', 'Amount', 'Row'], MAPPING).names).toEqual([
      'Outcome',
      'Row',
    ])
  })

  test('fifty are kept, and a note counts the others', () => {
    const many = otherColumns(
      Array.from({ length: 56 }, (_, n) => `Column ${n}`),
      MAPPING,
    )
    expect(many.names).toHaveLength(50)
    expect(leftOutNote(many)).toBe('50 columns that a batch does not need are kept; 3 more are left out.')
    expect(leftOutNote(otherColumns(['Txn', 'Memo'], MAPPING))).toBe(null)
  })

  test('cells and names are cut to 255 characters', () => {
    const [cell = ''] = otherCells(['x'.repeat(300)], [0])
    expect([cell.length, cell.at(-1)]).toEqual([255, '…'])
    expect(otherColumns(['a', 'x'.repeat(300)], MAPPING).names[0]).toHaveLength(255)
  })
})

describe('their cells', () => {
  const linesOf = (text: string) => {
    const reading = readDelimited(text)
    if (!reading.ok) throw new Error(reading.message)
    return toLines(reading.table, MAPPING)
  }
  test('are kept as received', () => {
    const lines = linesOf('Transaction id,Store,MID,Amount,Memo\nA-1, 007 ,M-1,5,"a, b"\nA-2,,M-1,6\n')
    expect(lines.map(({ other }) => other)).toEqual([
      [' 007 ', 'a, b'],
      ['', ''],
    ])
  })
  test('lose the marks that the desk adds in its own files', () => {
    const lines = linesOf("Transaction id,Store,MID,Amount,Memo\nA-1,it's,M-1,5,a;'=b\n")
    expect(lines[0]?.other).toEqual(["it's", 'a;=b'])
  })
  test('are dropped for a row with shifted cells', () => {
    expect(linesOf('Transaction id,Store,MID,Amount\nA-1,x,M-1,5,oops,more\n')[0]?.other).toBeUndefined()
  })
  test('are missing for a file without such columns', () => {
    const reading = readDelimited('Transaction id,RRN,MID,Amount\nA-1,,M-1,5\n')
    if (!reading.ok) throw new Error(reading.message)
    const [line] = toLines(reading.table, { ...MAPPING, retrievalReferenceNumber: 1 })
    expect(line && 'other' in line).toBe(false)
  })
  test('are empty for a line that was not in the source', () => {
    expect(otherCellsOf({ other: null }, ['Store', 'Memo'])).toEqual(['', ''])
  })
})

test('the note names unused columns, and the first of many', () => {
  expect(notUsedNote(['Type', 'Memo'])).toBe('Not used: “Type”, “Memo”.')
  expect(notUsedNote(['A', 'B', 'C', 'D', 'E', 'F'])).toBe('Not used: “A”, “B”, “C”, “D” and 2 more.')
  expect(notUsedNote(['', ' '])).toBeNull()
})
