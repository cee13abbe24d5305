import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildHostedPaymentLink } from './hosted-payment'

const page = 'https://pay.example/hpp/pay'

describe('a hosted payment link', () => {
  it('carries the four fields, whatever stands in them', () => {
    const link = buildHostedPaymentLink(page, {
      profileId: '941000000001',
      amountMinor: 12_345,
      invoiceNumber: 'A&B+C 100% #7?',
      clientReferenceNumber: 'İstanbul=é/"<',
    })
    expect(link).toBe(
      'https://pay.example/hpp/pay?profile_id=941000000001&payment_amount=123.45' +
        '&invoice_number=A%26B%2BC+100%25+%237%3F&client_reference_number=%C4%B0stanbul%3D%C3%A9%2F%22%3C',
    )
  })

  it('is read back as it was given', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        (invoiceNumber, clientReferenceNumber) => {
          const link = buildHostedPaymentLink(page, { invoiceNumber, clientReferenceNumber })
          expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
            invoice_number: invoiceNumber,
            client_reference_number: clientReferenceNumber,
          })
        },
      ),
    )
  })

  it.each<[number, string]>([
    [0, '0.00'],
    [5, '0.05'],
    [99, '0.99'],
    [100, '1.00'],
    [1_999, '19.99'],
    [9_007_199_254_740_991, '90071992547409.91'],
  ])('%i cents are %s', (amountMinor, text) => {
    const link = buildHostedPaymentLink(page, { amountMinor })
    expect(new URL(link).searchParams.get('payment_amount')).toBe(text)
  })

  it.each([-1, 0.5, Number.NaN, 2 ** 53])('%d is no amount', (amountMinor) => {
    expect(() => buildHostedPaymentLink(page, { amountMinor })).toThrow(RangeError)
  })

  it('leaves out what is not given, and keeps what the page’s address has', () => {
    expect(buildHostedPaymentLink(page, { profileId: '941', invoiceNumber: '' })).toBe(
      `${page}?profile_id=941`,
    )
    expect(buildHostedPaymentLink(page, {})).toBe(page)
    expect(buildHostedPaymentLink(`${page}?theme=dark`, { profileId: '941' })).toBe(
      `${page}?theme=dark&profile_id=941`,
    )
  })
})
