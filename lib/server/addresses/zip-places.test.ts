import { expect, it } from 'vitest'
import { placeOfZip } from './zip-places'

it.each([
  ['97205', 'Portland', 'OR'],
  ['04101', 'Portland', 'ME'],
  ['20500', 'Washington', 'DC'],
  ['00901', 'San Juan', 'PR'],
  ['96910', 'Hagatna', 'GU'],
  ['96799', 'Pago Pago', 'AS'],
  ['09012', 'APO', 'AE'],
  ['97205-1203', 'Portland', 'OR'],
])('%s is %s, %s', async (zip, city, state) => {
  expect(await placeOfZip(zip)).toEqual({ city, state })
})

it.each(['99999', '00000', '9720', '__proto__', ''])('%j is no place', async (zip) => {
  expect(await placeOfZip(zip)).toBeNull()
})

it.each(['75036', '75072'])(
  '%s is newer than the data, and no place: docs/product.md says so',
  async (zip) => {
    expect(await placeOfZip(zip)).toBeNull()
  },
)
