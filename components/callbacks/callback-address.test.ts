import { describe, expect, test } from 'vitest'
import { type CallbackListQuery, callbackList } from '@/lib/domain/callbacks/callback-list-query'
import {
  callbackAddress,
  exportAddress,
  liveRowsAddress,
  readCallbackForm,
  readTypedFilters,
  sourceValue,
} from './callback-address'

const query: CallbackListQuery = {
  search: 'INV 100% & İ',
  states: ['conflict', 'anomaly'],
  funding: ['unfunded'],
  stages: ['ready'],
  profileId: '941000000001',
  merchantId: 'M~7',
  from: '2026-11-01',
  to: '2026-11-20',
  atLeastMinor: 1250,
  atMostMinor: 99_999,
  repeated: true,
  short: true,
  cursor: { side: 'after', receivedAt: new Date('2026-11-20T14:05:00.123Z'), n: 42 },
}

/** As Next passes it to a page: a parameter that occurs several times is an array. */
function paramsOf(address: string): Record<string, string | string[]> {
  const { searchParams } = new URL(address, 'http://desk.test')
  return Object.fromEntries(
    [...searchParams.keys()].map((name) => {
      const values = searchParams.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

const form = (fields: Record<string, string>) => readCallbackForm(new URLSearchParams(fields))

describe('the address of the callback log', () => {
  test('is read as it was written', () => {
    expect(callbackList.read(paramsOf(callbackAddress(query)))).toEqual(query)
  })

  test('is the plain page without filters', () => {
    expect(callbackAddress(callbackList.all)).toBe('/callbacks')
  })

  test('of the export has the filters, and no page', () => {
    expect(callbackList.read(paramsOf(exportAddress(query)))).toEqual({ ...query, cursor: null })
    expect(exportAddress(callbackList.all)).toBe('/api/callbacks/export')
  })

  test('of live rows has the filters, and is always the first page', () => {
    expect(callbackList.read(paramsOf(liveRowsAddress(query)))).toEqual({ ...query, cursor: null })
    expect(liveRowsAddress(callbackList.all)).toBe('/api/callbacks/live')
  })
})

describe('a filter with a problem', () => {
  const typed = (fields: Record<string, string>) => readTypedFilters(new URLSearchParams(fields))

  test.each<[Record<string, string>, object, object]>([
    [
      { min: '10', max: 'ninety' },
      { atLeastMinor: 1_000, atMostMinor: null },
      { max: 'Enter dollars, such as 125.00.' },
    ],
    [
      { min: 'ten', max: '90' },
      { atLeastMinor: null, atMostMinor: 9_000 },
      { min: 'Enter dollars, such as 125.00.' },
    ],
    [
      { min: '90', max: '10' },
      { atLeastMinor: 9_000, atMostMinor: null },
      { max: 'This is less than the amount before it.' },
    ],
    [
      { from: '2026-11-20', to: '2026-11-01', min: '10' },
      { from: '2026-11-20', to: null, atLeastMinor: 1_000 },
      { to: 'This day is before the first one.' },
    ],
    [{ min: '10', max: '90' }, { atLeastMinor: 1_000, atMostMinor: 9_000 }, {}],
  ])('does not apply, and the others do: %j', (fields, query, problems) => {
    expect(typed(fields)).toMatchObject({ query })
    expect(typed(fields).problems).toEqual(problems)
  })
})

describe('the fields of the filters', () => {
  test.each([
    ['every source', '', { profileId: null, merchantId: null }],
    ['a profile whole', '941', { profileId: '941', merchantId: null }],
    ['what came for the profile itself', '941~', { profileId: '941', merchantId: '' }],
    ['a merchant of it, also with a tilde in its id', '941~M~7', { profileId: '941', merchantId: 'M~7' }],
  ])('one choice is %s', (_, source, meant) => {
    expect(form({ source })).toMatchObject(meant)
    expect(sourceValue(meant)).toBe(source)
  })

  test.each([
    ['12.5', 1250],
    [' $1,250.50 ', 125_050],
    ['1,234,567', 123_456_700],
    ['1,25', null],
    ['twelve', null],
    ['-5', null],
  ])('an amount is dollars as people type them: %s', (min, cents) => {
    expect(form({ min }).atLeastMinor).toBe(cents)
  })
})
