import { expect, test } from 'vitest'
import { damageOf, isDecimalIdentifier } from './cell-damage'
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
  ['amount', '100.00000', '100.00'],
  ['amount', '12 US$', '12'],
  ['amount', '12US$', '12'],
  ['amount', '12$', '12'],
  ['amount', '12USD', '12'],
  ['amount', 'USD12', '12'],
  ['amount', 'US $ 12', '12'],
  ['amount', '12,345.50', '12345.50'],
  ['amount', '12.345,50', '12345.50'],
  ['amount', '123.456,50', '123456.50'],
  ['amount', '12\u0007.50', '12.50'],
  ['amount', '1  250.00', '1250.00'],
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
  ['amount', 'about $5', null],
  ['amount', 'A$5', null],
  ['amount', '5$ or so', null],
  ['amount', '12 USD or so', null],
  ['amount', '5USD6', null],
  ['amount', 'USD', null],
  ['amount', '1.0050', null],
  ['amount', 'x1.250,00', null],
  ['amount', '1.250,00x', null],
  ['amount', '1.250,000', null],
  ['amount', '€12.50', null],
  ['amount', '12.50 EUR', null],
  ['amount', 'twelve', null],
  ['amount', '1.00E+05', null],
  ['transactionId', ' SBX-C-000001 ', 'SBX-C-000001'],
  ['transactionId', 'SBX\u200b-C-000001', 'SBX-C-000001'],
  ['transactionId', '1234567.0', '1234567'],
  ['transactionId', '123456789012345.0', '123456789012345'],
  ['transactionId', '1234567890123456.0', null],
  ['transactionId', 'T1234567.0', null],
  ['transactionId', '1234567.01', null],
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

test.each([
  ['####', 'column-too-narrow'],
  ['#', 'column-too-narrow'],
  ['x##', null],
  ['##x', null],
  ['#N/A', 'formula-failed'],
  ['#ref!', 'formula-failed'],
  ['#DIV/0!', 'formula-failed'],
  ['x#N/A', null],
  ['#N/A of', null],
  ['1.23E+15', 'number-shortened'],
  ['123E-5', 'number-shortened'],
  ['-1,5e+10', 'number-shortened'],
  ['+12.5E+10', 'number-shortened'],
  ['x1.23E+15', null],
  ['1.23E+15x', null],
  ['1.23E15', null],
  ['12 (shown as $12)', 'shown-otherwise'],
  ['1.2E+5 (shown otherwise)', 'shown-otherwise'],
  ['12 (shown as $12) or so', null],
  ['x12 (shown as $12)', null],
  [`#${'#'.repeat(39)}`, 'column-too-narrow'],
  [`#${'#'.repeat(40)}`, null],
  ['SBX-C-000001', null],
  ['', null],
])('the cell %j is damaged as %j', (text, damage) => {
  expect(damageOf(text)).toBe(damage)
})

test.each([
  ['900000000001.0', true],
  ['1.000', true],
  ['1.05', false],
  ['x1.0', false],
  ['1.0x', false],
  ['1.', false],
])('%j ends as a fraction of nothing: %s', (text, is) => {
  expect(isDecimalIdentifier(text)).toBe(is)
})
