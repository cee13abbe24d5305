import { expect, test } from 'vitest'
import { readRequestsQuery } from './requests'

test('an address without a number asks from the beginning', () => {
  expect(readRequestsQuery(new URLSearchParams(''))).toEqual({ since: 0 })
  expect(readRequestsQuery(new URLSearchParams('since=41&endpoint=token'))).toEqual({
    since: 41,
    endpoint: 'token',
  })
})

test.each(['since=-1', 'since=1.5', 'since=x', 'since=1e300', 'endpoint=refunds', 'endpoint='])(
  '“%s” is refused as one that no page asks',
  (query) => {
    expect(() => readRequestsQuery(new URLSearchParams(query))).toThrow(
      expect.objectContaining({ code: 'invalid' }),
    )
  },
)
