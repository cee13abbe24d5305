import { describe, expect, it, test } from 'vitest'
import { arrangeCells, pastedCents, pasteInto, readCells } from './grid-paste'
import {
  clearRange,
  copyRange,
  fillDown,
  isInRange,
  type Range,
  rangeBetween,
  sizeOf,
  typedCell,
} from './grid-range'

const line = (
  row: number,
  cells: Partial<Record<'id' | 'reference' | 'merchant' | 'amount', string>> = {},
) => ({
  row,
  transactionId: cells.id ?? `T-${row}`,
  retrievalReferenceNumber: cells.reference ?? '',
  merchantId: cells.merchant ?? 'M-1',
  amount: cells.amount ?? `${row}.00`,
})
const lines = [line(2), line(3, { amount: '' }), line(5)]
const range = (top: number, left: number, bottom: number, right: number): Range => ({
  top,
  left,
  bottom,
  right,
})
const entries = (changed: ReadonlyMap<number, unknown>) => [...changed]

test('a range includes everything between its corners, in any order, or whole lines', () => {
  const from = { line: 4, column: 2 }
  const to = { line: 1, column: 3 }
  expect(rangeBetween(from, to)).toEqual(range(1, 2, 4, 3))
  expect(rangeBetween(from, to, true)).toEqual(range(1, 0, 4, 3))
  expect(sizeOf(range(1, 2, 4, 3))).toEqual({ lines: 4, columns: 2, cells: 8 })
  expect(isInRange(range(1, 2, 4, 3), from)).toBe(true)
  expect(isInRange(range(1, 2, 4, 3), { line: 4, column: 1 })).toBe(false)
})

test.each<[text: string, cells: string[][]]>([
  ['', [['']]],
  ['a', [['a']]],
  [
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    '\t\n\t',
    [
      ['', ''],
      ['', ''],
    ],
  ],
  ['a\n\nb', [['a'], [''], ['b']]],
  ['1,250.00', [['1,250.00']]],
  ['"a\nb"\t"say ""x"""', [['a\nb', 'say "x"']]],
  ['5" pipe\tb', [['5" pipe', 'b']]],
  ['"a"b\tc', [['"a"b', 'c']]],
])('%j is read as %j', (text, cells) => expect(readCells(text)).toEqual(cells))

test('copied cells are read back unchanged', () => {
  const odd = [line(2, { id: 'a\tb', merchant: 'say "x"' }), line(3, { id: 'two\nlines', amount: '' })]
  expect(readCells(copyRange(odd, range(0, 0, 1, 3)))).toEqual([
    ['a\tb', '', 'say "x"', '2.00'],
    ['two\nlines', '', 'M-1', ''],
  ])
  expect(copyRange(lines, range(0, 2, 2, 3))).toBe('M-1\t2.00\nM-1\t\nM-1\t5.00')
})

describe('cells that are pasted', () => {
  it('start at the first cell and continue in new lines past the last', () => {
    const {
      changed,
      added,
      range: filled,
    } = pasteInto(lines, range(2, 2, 2, 2), [
      ['M-7', '$1,250.00', 'too wide'],
      [' M-8 ', '8'],
    ])
    expect(entries(changed)).toEqual([[5, { merchantId: 'M-7', amount: '1250.00' }]])
    expect(added).toEqual([
      { transactionId: '', retrievalReferenceNumber: '', merchantId: 'M-8', amount: '8' },
    ])
    expect(filled).toEqual(range(2, 2, 3, 3))
  })

  it('fill the range if there is only one', () => {
    const { changed, added } = pasteInto(lines, range(0, 3, 2, 3), [['2.00']])
    expect(entries(changed)).toEqual([
      [3, { amount: '2.00' }],
      [5, { amount: '2.00' }],
    ])
    expect(added).toEqual([])
  })
})

test('filling down uses the first line of the range, or the line above a single one', () => {
  expect(entries(fillDown(lines, range(0, 2, 2, 3)).changed)).toEqual([
    [3, { amount: '2.00' }],
    [5, { amount: '2.00' }],
  ])
  expect(entries(fillDown(lines, range(1, 0, 1, 0)).changed)).toEqual([[3, { transactionId: 'T-2' }]])
  expect(fillDown(lines, range(0, 0, 0, 3)).changed.size).toBe(0)
})

test('clearing does not change blank cells', () => {
  expect(entries(clearRange(lines, range(0, 1, 1, 3)).changed)).toEqual([
    [2, { merchantId: '', amount: '' }],
    [3, { merchantId: '' }],
  ])
})

test('an amount can be typed with sign and separators, and is stored without them', () => {
  expect(typedCell('amount', ' $1,250.00 ')).toBe('1250.00')
  // As in a file, this is an error that the page offers to clean.
  expect(typedCell('amount', ' 1.234,50 ')).toBe('1.234,50')
  expect(typedCell('amount', '1,25')).toBe('1,25')
  expect(typedCell('merchantId', ' 1.0 ')).toBe('1.0')
})

describe('a heading over pasted amounts that says cents', () => {
  const cents = (text: string, left = 0) => pastedCents(readCells(text), left)

  it('is found by its name, and in the amount column by any heading with cents', () => {
    expect(cents('Transaction ID\tMerchant ID\tAmount (cents)\nT-1\tM-1\t12345')).toBe('Amount (cents)')
    expect(cents('Cents\n12345', 3)).toBe('Cents')
  })

  it('is neither a merchant nor a cell without cells below', () => {
    expect(cents('T-1\t\tFifty Cents\t5\nT-2\t\tM-1\t6')).toBeNull()
    expect(cents('Amount (cents)', 3)).toBeNull()
    expect(cents('Transaction ID\tMerchant ID\tAmount\nT-1\tM-1\t12345')).toBeNull()
  })
})

describe('pasted cells are arranged by content', () => {
  const arranged = (text: string, left = 0) => arrangeCells(readCells(text), left)
  test.each([
    [
      'id, merchant and amount',
      'T-1\tM-1\t12.50\nT-2\tM-2\t$1,200.00',
      [
        ['T-1', '', 'M-1', '12.50'],
        ['T-2', '', 'M-2', '$1,200.00'],
      ],
    ],
    [
      'columns by their names, in any order',
      'Merchant\tAmount\tTransaction id\nM-1\t5\tT-1',
      [['T-1', '', 'M-1', '5']],
    ],
    ['id and reference number', 'T-1\t123456789012\t5', [['T-1', '123456789012', '5']]],
    ['four columns', 'T-1\t\tM-1\t5', [['T-1', '', 'M-1', '5']]],
    ['one cell', 'T-1', [['T-1']]],
  ])('%s', (_, text, rows) => expect(arranged(text)).toEqual(rows))

  test('only if they start in the first column', () => {
    expect(arranged('M-1\t5\t7', 2)).toEqual([['M-1', '5', '7']])
  })
})
