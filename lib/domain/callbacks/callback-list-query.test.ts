import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type CallbackListQuery, callbackList } from './callback-list-query'
import { EVENT_STATES, FUNDING_STATUSES } from './event'
import { SALE_STAGES } from './sale-stage'
import { searchedId } from './searched-id'

const read = (address: string): CallbackListQuery => callbackList.read(new URLSearchParams(address))

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const word = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\0', '').trim())
const amountMinor = fc.option(fc.integer({ min: 0, max: 10_000_000_000 }))

const query: fc.Arbitrary<CallbackListQuery> = fc
  .record({
    search: word,
    states: fc.subarray([...EVENT_STATES]),
    funding: fc.subarray([...FUNDING_STATUSES]),
    stages: fc.subarray([...SALE_STAGES]),
    profileId: fc.option(word.filter(Boolean)),
    merchantId: fc.option(word),
    from: fc.option(day),
    to: fc.option(day),
    atLeastMinor: amountMinor,
    atMostMinor: amountMinor,
    repeated: fc.boolean(),
    short: fc.boolean(),
    cursor: fc.option(
      fc.record({
        side: fc.constantFrom('after' as const, 'before' as const),
        receivedAt: fc.date({
          min: new Date('2000-01-01'),
          max: new Date('2099-12-31'),
          noInvalidDate: true,
        }),
        n: fc.integer({ min: 1, max: 999_999_999_999 }),
      }),
    ),
  })
  .map((made) => ({ ...made, merchantId: made.profileId === null ? null : made.merchantId }))

describe('the URL of the log', () => {
  it('reproduces any query', () => {
    fc.assert(
      fc.property(query, (asked) => {
        expect(read(callbackList.write(asked))).toEqual(asked)
      }),
    )
  })

  it('is empty without a query', () => {
    expect(callbackList.write(callbackList.all)).toBe('')
    expect(read('')).toEqual(callbackList.all)
  })

  it('distinguishes a merchant, callbacks for the whole profile, and the entire profile', () => {
    expect(read('profile=94&merchant=M-1').merchantId).toBe('M-1')
    expect(read('profile=94&merchant=').merchantId).toBe('')
    expect(read('profile=94').merchantId).toBeNull()
    expect(read('merchant=M-1').merchantId).toBeNull()
  })

  it.each([
    ['12', 1_200],
    ['12.5', 1_250],
    ['12.50', 1_250],
    ['0.05', 5],
    ['12.505', null],
    ['-1', null],
    ['1e3', null],
    ['1,000.00', null],
    ['999999999999', null],
  ])('reads an amount of %s as %s cents', (text, cents) => {
    expect(read(`min=${text}`).atLeastMinor).toBe(cents)
  })

  it.each([
    ['4111111111111111', '1111'],
    ['4111 1111 1111 1111', '1111'],
    ['4111-1111-1111-1111', '1111'],
    ['card 378282246310005 of today', 'card 0005 of today'],
    // No card numbers: too short, or of another check digit.
    ['700000000001', '700000000001'],
    ['4111111111111112', '4111111111111112'],
    ['************1111', '************1111'],
    ['SBX-C-000001', 'SBX-C-000001'],
  ])('keeps this of a search for “%s”: %s', (typed, kept) => {
    const { search } = read(new URLSearchParams({ q: typed }).toString())
    expect(search).toBe(kept)
    expect(read(callbackList.write({ search })).search).toBe(kept)
  })

  it.each([
    'state=unknown&funding=maybe',
    'from=2026-02-30&to=yesterday',
    'from=11/20/2026',
    'after=2026-11-20T10:00:00.000Z~0',
    'after=2026-13-40T10:00:00.000Z~5',
    'after=0000-01-01T10:00:00.000Z~5',
    'before=~',
    'repeated=yes',
    'short=yes',
    'q=%00%20',
  ])('leaves out what is unknown or broken: %s', (address) => {
    expect(read(address)).toEqual(callbackList.all)
  })

  it('narrows the log with every filter, but not with a cursor', () => {
    const filters: Partial<CallbackListQuery>[] = [
      { search: 'x' },
      { states: ['conflict'] },
      { funding: ['funded'] },
      { profileId: '94' },
      { from: '2026-11-20' },
      { to: '2026-11-20' },
      { atLeastMinor: 0 },
      { atMostMinor: 0 },
      { repeated: true },
      { short: true },
    ]
    for (const filter of filters)
      expect(callbackList.isFiltered({ ...callbackList.all, ...filter })).toBe(true)
    const cursor = { side: 'after', receivedAt: new Date('2026-11-20'), n: 5 } as const
    expect(callbackList.isFiltered({ ...callbackList.all, cursor })).toBe(false)
  })
})

test.each([
  ['ABCD', { whole: 'abcd', ending: 'abcd' }],
  [' 123 ', { whole: '123', ending: null }],
  ['', { whole: '', ending: null }],
])('%j is looked for whole, and as an ending from four characters', (search, looked) => {
  expect(searchedId(search)).toEqual(looked)
})
