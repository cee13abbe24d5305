import { describe, expect, test } from 'vitest'
import { problemText } from './line-problem'
import { missingColumns, NO_COLUMNS } from './match-columns'
import { otherCellProblems, saysForeign } from './other-cells'

const lineOf = (...other: string[]) => ({
  row: 2,
  transactionId: 'SBX-C-000001',
  retrievalReferenceNumber: '',
  merchantId: 'BLUEBIRD-01',
  amount: '12.00',
  other,
})
const found = (column: string, says: string) =>
  otherCellProblems([lineOf(says)], [column]).map(({ code, severity }) => `${code} ${severity}`)

describe('a currency beside an amount', () => {
  test.each([
    ['Currency', 'EUR'],
    ['currency_code', 'cad'],
    ['CCY', 'JPY'],
    ['Txn Currency', '978'],
    ['Währung', '€'],
  ])('%s %s is an error', (column, says) => expect(found(column, says)).toEqual(['other-currency error']))
  test.each([
    ['Currency', ''],
    ['Currency', 'USD'],
    ['ISO Currency', ' usd '],
    ['cur', '840'],
    ['Currency', 'US Dollar'],
    ['Currency', '-'],
    ['Current balance', 'EUR'],
  ])('%s “%s” is none', (column, says) => expect(found(column, says)).toEqual([]))
})

describe('a row marked as not a sale', () => {
  test.each([
    ['Type', 'REFUND'],
    ['Transaction Type', 'Void'],
    ['Status', 'Declined'],
    ['txn_status', 'CHARGEBACK'],
    ['Payment state', 'charge-back lost'],
    ['Result', 'Do not pay'],
    ['Status', 'not approved'],
  ])('%s %s is a warning', (column, says) =>
    expect(found(column, says)).toEqual(['file-says-no-sale warning']),
  )
  test.each([
    ['Type', 'SALE'],
    ['Status', 'Approved'],
    ['Status', ''],
    ['State', 'OR'],
    ['Memo', 'customer asked for a refund'],
    ['Type', 'Avoidance'],
  ])('%s “%s” is nothing', (column, says) => expect(found(column, says)).toEqual([]))
})

test('each problem quotes the file', () => {
  const [one] = otherCellProblems([lineOf('note', 'EUR')], ['Memo', 'Currency'])
  expect(one && problemText(one)).toBe(
    'The column “Currency” of the file says “EUR”: the partner funds US dollars. Delete the row, or correct the file and import it again.',
  )
  const [other] = otherCellProblems([lineOf('VOID')], ['Type'])
  expect(other && problemText(other)).toBe(
    'The column “Type” of the file says “VOID”. Check that this transaction is to be paid.',
  )
})

test('a line that was not in the source has no such problem', () => {
  expect(otherCellProblems([{ ...lineOf(), other: null }], ['Currency'])).toEqual([])
})

test.each([
  ['Amount EUR', true],
  ['amountGbp', true],
  ['Betrag (€)', true],
  ['Amount in Canadian dollars (CAD)', true],
  ['Amount USD', false],
  ['Amount', false],
  ['Neuron amount', false],
])('a column of amounts called “%s” is in another currency: %s', (heading, isForeign) => {
  expect(saysForeign(heading)).toBe(isForeign)
  const missing = missingColumns({ ...NO_COLUMNS, transactionId: 0, merchantId: 1, amount: 2 }, [
    'Txn',
    'MID',
    heading,
  ])
  expect(missing).toEqual(isForeign ? [`Amount in US dollars (“${heading}” is in another currency)`] : [])
})

test.each([
  '',
  ' ',
  '-',
  '–',
  '—',
  'n/a',
  'NA',
  'USD',
  'us$',
  'US $',
  '$',
  '840',
  'US dollar',
  'U.S. Dollars',
  'USDollars',
  'dollar',
  'Dollars',
  'usd ($)',
  'USD $',
  'usd()',
])('beside an amount, “%s” is dollars', (says) => expect(found('Currency', says)).toEqual([]))

test.each(['x', 'xUSD', 'USDx', 'usx', 'AUD', 'A$', 'USDT', '8400', 'n-a', 'us dollar coins'])(
  'beside an amount, “%s” is another currency',
  (says) => expect(found('Currency', says)).toEqual(['other-currency error']),
)
