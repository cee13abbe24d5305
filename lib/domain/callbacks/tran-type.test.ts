import { expect, test } from 'vitest'
import { isSaleType, saleAnomalies, takesMoneyBack } from './tran-type'

test.each([
  '',
  'SALE',
  'sale',
  'Sales',
  'PURCHASE',
  'CC_SALE',
  'CCSale',
  'Credit Card Sale',
  'CREDIT-CARD',
  'Debit card',
])('%j is a sale', (tranType) => expect(isSaleType(tranType)).toBe(true))

test.each([
  'CREDIT',
  'AUTH',
  'PREAUTH',
  'AUTH_ONLY',
  'VOID',
  'VOID SALE',
  'SALE REFUND',
  'Sale reversal',
  'RETURN',
  'CHARGEBACK',
  'CAPTURE',
  'BALANCE INQUIRY',
  '2',
])('%j is not a sale until a person counts it as one', (tranType) => expect(isSaleType(tranType)).toBe(false))

const inAnyCase = (text: string) => [
  text,
  text.toLowerCase(),
  text.charAt(0) + text.slice(1).toLowerCase(),
  `CC_${text}`,
  `Credit Card ${text.toLowerCase()}`,
]

test.each<[types: string[], respCode: string, judged: ReturnType<typeof saleAnomalies>, back: boolean]>([
  [inAnyCase('SALE'), '000', [], false],
  [inAnyCase('SALE'), '005', ['not-approved'], false],
  [[''], '000', [], false],
  [[''], '', [], false],
  [[''], '00', ['not-approved'], false],
  // An approved void is approved, but not a sale.
  [inAnyCase('VOID'), '000', ['not-a-sale'], true],
  [inAnyCase('REFUND'), '000', ['not-a-sale'], true],
  [inAnyCase('RETURN'), '000', ['not-a-sale'], true],
  [inAnyCase('REVERSAL'), '000', ['not-a-sale'], true],
  [inAnyCase('CANCEL'), '000', ['not-a-sale'], true],
  [['RFND', 'CHARGEBACK', 'charge-back', 'Voided', 'SALE VOID'], '000', ['not-a-sale'], true],
  [inAnyCase('VOID'), '005', ['not-approved', 'not-a-sale'], true],
  // It can mean a sale by credit card, too: a person decides.
  [['CREDIT', 'credit', 'Credit'], '000', ['not-a-sale'], false],
  [['CREDIT', 'credit', 'Credit'], '051', ['not-approved', 'not-a-sale'], false],
])('%j with the code %j is %j', (types, respCode, judged, back) => {
  for (const tranType of types) {
    expect([tranType, saleAnomalies(respCode, [tranType])]).toEqual([tranType, judged])
    expect([tranType, takesMoneyBack(tranType)]).toEqual([tranType, back])
  }
})

test('with two types, both have to name a sale', () =>
  expect(saleAnomalies('000', ['SALE', 'VOID'])).toEqual(['not-a-sale']))
