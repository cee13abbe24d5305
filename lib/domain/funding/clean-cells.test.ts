import { expect, test } from 'vitest'
import { cleanCell, cleanColumn } from './clean-cells'
import type { LineField } from './columns'

test.each<[field: LineField, text: string, clean: string | null]>([
  ['amount', '$1,000.00', '1000.00'],
  ['amount', ' $1,000.00 ', '1000.00'],
  ['amount', '$ 12.50', '12.50'],
  ['amount', 'US$12', '12'],
  ['amount', 'USD 1,250.5', '1250.5'],
  ['amount', '12.50 USD', '12.50'],
  ['amount', '1,234,567.89', '1234567.89'],
  ['amount', '1\u00a0250.00', '1250.00'],
  ['amount', '1’250', '1250'],
  ['amount', '1.250,00', '1250.00'],
  ['amount', '1.234.567,5', '1234567.5'],
  ['amount', '\u200b12.50', '12.50'],
  ['amount', '100.0000', '100.00'],
  ['amount', '12.50\t', '12.50'],
  // Clean already.
  ['amount', '12.50', null],
  ['amount', '12', null],
  ['amount', '', null],
  ['amount', '   ', null],
  // A person has to decide.
  ['amount', '12,50', null],
  ['amount', '1.250', null],
  ['amount', '12.505', null],
  ['amount', '12,50,00', null],
  ['amount', '1,000 000', null],
  ['amount', '(12.50)', null],
  ['amount', '-5', null],
  ['amount', '€12.50', null],
  ['amount', '12.50 EUR', null],
  ['amount', 'twelve', null],
  ['amount', '1.00E+05', null],
  ['transactionId', ' SBX-C-000001 ', 'SBX-C-000001'],
  ['transactionId', 'SBX\u200b-C-000001', 'SBX-C-000001'],
  ['transactionId', '1234567.0', '1234567'],
  ['transactionId', '1234567890123456.0', null],
  ['transactionId', 'SBX-C-000001', null],
  ['transactionId', '1.5', null],
  ['retrievalReferenceNumber', '900000000001.0', '900000000001'],
  ['retrievalReferenceNumber', '\ufeff900000000001', '900000000001'],
  ['retrievalReferenceNumber', '900000000001', null],
  ['retrievalReferenceNumber', '9.00E+11', null],
  ['merchantId', 'M\u00ad-1\n', 'M-1'],
  ['merchantId', '007.00', '007'],
  ['merchantId', 'Main St', null],
  ['merchantId', '$5', null],
])('%s %j is cleaned to %j', (field, text, clean) => {
  expect(cleanCell(field, text)).toBe(clean)
})

test('clean cells stay unchanged', () => {
  for (const text of ['$1,000.00', '1.250,00', ' 100.0000', 'USD 7']) {
    expect(cleanCell('amount', cleanCell('amount', text) ?? '')).toBeNull()
  }
})

test('a column’s cleaned cells are listed by row, with the first as an example', () => {
  const line = (row: number, amount: string) => ({
    row,
    transactionId: `T-${row}`,
    retrievalReferenceNumber: '',
    merchantId: 'M-1',
    amount,
  })
  const lines = [line(2, '1.00'), line(3, '$1,000.00'), line(4, '-3'), line(5, ' 7 ')]
  expect(cleanColumn(lines, 'amount')).toEqual({
    field: 'amount',
    cleaned: new Map([
      [3, '1000.00'],
      [5, '7'],
    ]),
    example: { row: 3, before: '$1,000.00', after: '1000.00' },
  })
  expect(cleanColumn(lines, 'merchantId')).toBeNull()
})
