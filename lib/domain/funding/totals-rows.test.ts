import { expect, test } from 'vitest'
import { problemText } from './line-problem'
import { matchColumns } from './match-columns'
import { readDelimited, toLines } from './table'
import {
  compareTotals,
  keptTotals,
  statedTotalsProblems,
  totalsNote,
  totalsProblems,
  withoutTotals,
} from './totals-rows'

const read = (...rows: string[]) => {
  const reading = readDelimited(['Transaction ID,Merchant ID,Customer,Amount', ...rows].join('\n'))
  if (!reading.ok) throw new Error(reading.message)
  return withoutTotals(toLines(reading.table, matchColumns(reading.table.columns)))
}
const SALE = 'SBX-C-000001,BLUEBIRD-01,Ann,75.21'

test.each([
  ['in the id', 'Total,,,1234.50'],
  ['in the merchant', ',Grand total:,,1234.50'],
  ['in a column of its own', ',,Sum,1234.50'],
])('a totals row %s is left out with a note', (_, row) => {
  const { lines, totals } = read(SALE, row)
  expect(lines.map(({ row }) => row)).toEqual([2])
  expect(totalsNote(totals, null, null)).toBe('Row 3 ($1,234.50) is a totals row and is left out.')
  // Nothing is compared yet, because not every column is mapped.
  expect(totalsNote(totals, 'dollars', [])).toBe('Row 3 ($1,234.50) is a totals row and is left out.')
})

test.each([
  ['a row that names a transaction', 'SBX-C-000002,Total,,10.00'],
  ['a row of a merchant', 'Total,BLUEBIRD-01,,10.00'],
  ['a row without any name', ',,Ann,10.00'],
  ['a customer called Total with a sale', 'SBX-C-000002,BLUEBIRD-01,Total,10.00'],
])('%s is not a totals row', (_, row) => {
  const { lines, totals } = read(SALE, row)
  expect(lines).toHaveLength(2)
  expect(totalsNote(totals, null, null)).toBeNull()
})

test('several are listed in one note, those without an amount by row only', () => {
  expect(totalsNote(read(SALE, 'Subtotal,,,10.00', SALE, 'Total,,,').totals, null, null)).toBe(
    'Rows 3 ($10.00), 5 are totals rows and are left out.',
  )
})

const told = (rows: readonly string[], style: 'dollars' | 'cents' = 'dollars') => {
  const { lines, totals } = read(...rows)
  const compared = compareTotals(lines, totals, style)
  return {
    note: totalsNote(totals, style, compared),
    problems: totalsProblems(compared ?? []).map((problem) => [problem.row, problemText(problem)]),
  }
}
test('a stored batch is compared with its source’s total, even if its rows have moved', () => {
  const stated = [{ row: 4, amount: '80.00' }]
  const lines = (...amounts: string[]) =>
    amounts.map((amount, at) => ({ row: at === 2 ? 9 : at + 2, amount }))
  const [problem] = statedTotalsProblems(lines('75.21', '1.00'), stated)
  expect(problem).toMatchObject({ row: null, severity: 'warning' })
  expect(problem && problemText(problem)).toMatch(/^The totals row that was left out says \$80\.00/)
  expect(statedTotalsProblems(lines('75.21', '1.00', '3.79'), stated)).toEqual([])
  expect(statedTotalsProblems(lines('75.21', '1.00', 'x'), stated)).toEqual([])
})

test('a total that was correct at import is reported as changed since', () => {
  const came = [
    { row: 2, amount: '10.00' },
    { row: 3, amount: '5.00' },
  ]
  const stated = keptTotals(came, [{ row: 4, amount: '15.00' }])
  expect(statedTotalsProblems(came, stated)).toEqual([])
  const [problem] = statedTotalsProblems(came.slice(0, 1), stated)
  expect(problem && problemText(problem)).toBe(
    'The totals row that was left out says $15.00, as its rows did in the file. Changed since, they add up to $10.00: $5.00 less. OK if intended.',
  )
})

test('a row missing from a section and added below all totals is counted in the section', () => {
  const came = [
    { row: 2, amount: '10.00' },
    { row: 4, amount: '5.00' },
  ]
  const sums = [
    { row: 3, amount: '12.00' },
    { row: 5, amount: '5.00' },
    { row: 6, amount: '17.00' },
  ]
  const stated = keptTotals(came, sums)
  expect(statedTotalsProblems(came, stated)).toHaveLength(2)
  expect(statedTotalsProblems([...came, { row: 7, amount: '2.00' }], stated)).toEqual([])
  expect(statedTotalsProblems([...came, { row: 7, amount: '2.01' }], stated)).not.toEqual([])
})

const sale = (amount: string, id = 'SBX-C-000001') => `${id},BLUEBIRD-01,Ann,"${amount}"`

test('a totals row equal to the sum of its rows adds up', () =>
  expect(told([sale('75.21'), sale('$1,000.00', 'SBX-C-000002'), 'Total,,,"$1,075.21"'])).toEqual({
    note: 'Row 4 ($1,075.21) is a totals row and is left out. It adds up.',
    problems: [],
  }))

test.each([
  ['less', '80.00', '$80.00', '$4.79 less'],
  ['more', '75.20', '$75.20', '$0.01 more'],
])('rows that add up to %s than the total are a warning with both sums', (_, total, shown, apart) =>
  expect(told([sale('75.21'), `Total,,,${total}`])).toEqual({
    note: `Row 3 (${shown}) is a totals row and is left out.`,
    problems: [
      [
        3,
        `The totals row that was left out says ${shown}, and its rows add up to $75.21: ${apart}. Make sure that no row is missing, twice, or of another sum.`,
      ],
    ],
  }),
)

test('amounts in cents are compared with a total in cents', () => {
  expect(told([sale('7521'), sale('100'), 'Total,,,7621'], 'cents').note).toBe(
    'Row 4 ($76.21) is a totals row and is left out. It adds up.',
  )
  expect(told([sale('7521'), 'Total,,,7520'], 'cents').problems).toHaveLength(1)
})

test('subtotals are compared with their own rows, and the last total with all rows, wherever it is', () => {
  const rows = [sale('10.00'), 'Subtotal,,,10.00', sale('5.00'), 'Subtotal,,,5.00', 'Grand total,,,15.00']
  expect(told(rows).note).toMatch(/They add up\.$/)
  expect(told(rows.with(3, 'Subtotal,,,6.00')).problems.map(([row]) => row)).toEqual([5])
  expect(told(['Total,,,15.00', sale('10.00'), sale('5.00')]).note).toMatch(/It adds up\.$/)
})

test('if an amount cannot be read, totals are not compared, and the note says so', () => {
  const { note, problems } = told([sale('75.21'), sale('€5.00'), 'Total,,,80.21'])
  expect(note).toBe(
    'Row 4 ($80.21) is a totals row and is left out. Not compared: some amounts can’t be read.',
  )
  expect(problems).toEqual([])
  // A total in another currency is not compared.
  expect(told([sale('75.21'), 'Total,,,€75.21'])).toEqual({
    note: 'Row 3 (€75.21) is a totals row and is left out.',
    problems: [],
  })
})
