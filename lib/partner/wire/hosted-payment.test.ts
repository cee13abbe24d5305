import { describe, expect, it, test } from 'vitest'
import { wireHostedPaymentSchema } from './hosted-payment'

const request = { profile_id: '941000000001', payment_amount: '125.00' }
const takes = (fields: Record<string, string>) =>
  wireHostedPaymentSchema.safeParse({ ...request, ...fields }).success

describe('the request to the hosted page', () => {
  test.each(['0.01', '1', '1.5', '0125.00', '99999999.99'])('may be for %s dollars', (amount) => {
    expect(takes({ payment_amount: amount })).toBe(true)
  })

  test.each([
    '',
    '0',
    '0.00',
    '-1',
    '1.005',
    '1,250.00',
    '$1',
    '1e3',
    ' 1',
    '100000000',
    '١',
    'NaN',
    '.5',
    '5.',
  ])('may not be for %j', (amount) => {
    expect(takes({ payment_amount: amount })).toBe(false)
  })

  it('takes any one line of up to 255 characters as a reference', () => {
    for (const name of ['invoice_number', 'client_reference_number']) {
      for (const text of ['', '<script>"\'&', 'İstanbul 🧾', 'x'.repeat(255)]) {
        expect(takes({ [name]: text })).toBe(true)
      }
      for (const text of ['x'.repeat(256), 'x'.repeat(32_000), 'a\nb', 'a\0', 'a\tb', '\u0085']) {
        expect(takes({ [name]: text })).toBe(false)
      }
    }
  })

  it('may have fields that the interface does not show', () => {
    expect(takes({ css_url: 'https://merchant.example/x.css' })).toBe(true)
  })
})
