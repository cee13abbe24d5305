import { expect, test } from 'vitest'
import { readMerchantId, readReceiver } from './receiver'

test.each([
  [' Main  desk ', '203.0.113.7', { label: 'Main desk', allowed: ['203.0.113.7/32'] }],
  ['x'.repeat(80), '', { label: 'x'.repeat(80), allowed: [] }],
])('a receiver %j with the list %j', (label, allowed, settings) => {
  expect(readReceiver({ label, allowed })).toEqual({ settings, problems: [] })
})

test.each([
  [' ', '', [{ path: 'label', message: 'Enter a name.' }]],
  ['x'.repeat(81), '', [{ path: 'label', message: 'A name has at most 80 characters; this has 81.' }]],
  ['Main\u200bdesk', '', [{ path: 'label', message: 'This has an invisible character. Type it again.' }]],
  ['Main', 'nowhere', [{ path: 'allowed', message: expect.stringContaining('is not an address') }]],
])('a receiver %j with the list %j is refused', (label, allowed, problems) => {
  expect(readReceiver({ label, allowed })).toEqual({ settings: null, problems })
})

test.each([
  [' M-1 ', 'M-1', null],
  ['', '', null],
  ['x'.repeat(40), 'x'.repeat(40), null],
  ['x'.repeat(41), 'x'.repeat(41), 'A merchant ID has at most 40 characters; this has 41.'],
  ['M 1', 'M 1', 'A merchant ID has no spaces or invisible characters. Type it again.'],
  ['M\u200b1', 'M\u200b1', 'A merchant ID has no spaces or invisible characters. Type it again.'],
])('the merchant ID %j of a receiver', (typed, merchantId, message) => {
  expect(readMerchantId(typed)).toEqual({
    merchantId,
    problems: message === null ? [] : [{ path: 'merchantId', message }],
  })
})
