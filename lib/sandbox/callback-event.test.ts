import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { buildCallbackEvent, type Sale } from './callback-event'
import { encodeFields } from './callbacks'
import { findTestCard, TEST_CARDS } from './test-cards'

const card = (number: string) => {
  const found = findTestCard(number)
  if (!found) throw new Error(`No test card ${number}`)
  return found
}

const sale: Sale = {
  tranId: 'HPP-00000000042',
  hppTranId: 'hpp-example-1',
  retrievalReferenceNumber: '700000000042',
  card: card('4111 1111 1111 1111'),
  amountMinor: 125_005,
  at: new Date('2026-11-20T15:04:05.999Z'),
  authCode: '012345',
  expDate: '0929',
  billingAddress: '12 Example Street',
  billingZip: '43004',
  invoiceNumber: 'INV-7 & Co.',
  clientReferenceNumber: 'Café +1',
}

describe('the event of a sale', () => {
  it('is the one that the interface describes, to the byte', () => {
    const golden = readFileSync(
      new URL('../partner/wire/golden/callback.txt', import.meta.url),
      'utf8',
    ).trim()
    expect(encodeFields(buildCallbackEvent(sale))).toBe(golden)
  })

  it('leaves out what was not given', () => {
    const bare = { billingAddress: '', billingZip: '', invoiceNumber: '', clientReferenceNumber: '' }
    const whole = Object.keys(buildCallbackEvent(sale))
    const left = Object.keys(buildCallbackEvent({ ...sale, ...bare }))
    expect(whole.filter((name) => !left.includes(name))).toEqual([
      'invoice_number',
      'client_ref_number',
      'billing_address',
      'billing_zip',
    ])
  })

  test.each([
    ['2026-01-02T00:00:00Z', '01/02/2026 12:00:00 AM'],
    ['2026-01-02T11:59:59Z', '01/02/2026 11:59:59 AM'],
    ['2026-01-02T12:00:00Z', '01/02/2026 12:00:00 PM'],
    ['2026-12-31T23:59:59Z', '12/31/2026 11:59:59 PM'],
    ['2028-02-29T13:05:09Z', '02/29/2028 01:05:09 PM'],
  ])('of %s is dated %s', (at, text) => {
    expect(buildCallbackEvent({ ...sale, at: new Date(at) }).tran_date).toBe(text)
  })

  test.each([
    [1, '0.01'],
    [10, '0.10'],
    [100, '1.00'],
    [9_999_999_999, '99999999.99'],
  ])('of %d cents has the amount %s', (amountMinor, text) => {
    expect(buildCallbackEvent({ ...sale, amountMinor }).tran_amount).toBe(text)
  })

  it('never holds a whole card number', () => {
    for (const { number } of TEST_CARDS) {
      const event = buildCallbackEvent({ ...sale, card: card(number) })
      expect(event.acct_number).toBe(`************${number.slice(-4)}`)
      expect(JSON.stringify(event)).not.toContain(number)
    }
  })
})
