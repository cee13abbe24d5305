import { describe, expect, test } from 'vitest'
import { askSince, mergeRequests } from './merge-requests'

const request = (n: number, at = `2026-11-20T10:00:${String(n % 60).padStart(2, '0')}.000Z`) => ({
  n,
  at,
  endpoint: 'token',
  method: 'POST',
  path: '/sandbox/services/oauth2/token',
  status: 200,
  bytes: 1,
  sha256: '',
  applied: true,
})
const requests = (...numbers: number[]) => numbers.map((n) => request(n))
const numbersOf = (list: readonly { n: number }[] | null) => list?.map(({ n }) => n) ?? null

test('a poll starts at the newest known request, or at the beginning if there is none', () => {
  expect(askSince(requests(7, 6, 3))).toBe(6)
  expect(askSince([])).toBe(0)
})

describe('after a poll the list', () => {
  test('has new requests on top, each once', () => {
    expect(numbersOf(mergeRequests(requests(7, 6), requests(10, 8, 7)))).toEqual([10, 8, 7, 6])
  })

  test('is the same object if nothing is new, so that nothing rerenders', () => {
    const known = requests(7, 6)
    expect(mergeRequests(known, requests(7))).toBe(known)
  })

  test('is the answer if it was empty', () => {
    expect(numbersOf(mergeRequests([], requests(2, 1)))).toEqual([2, 1])
  })

  test('keeps no more than 500', () => {
    const known = Array.from({ length: 500 }, (_, index) => request(500 - index))
    const merged = mergeRequests(known, requests(501, 500))
    expect(merged).toHaveLength(500)
    expect(merged?.[0]?.n).toBe(501)
  })
})

describe('the list must be reloaded from the beginning when the newest known request', () => {
  const known = requests(7, 6)
  test('is missing: the journal was reset', () => {
    expect(mergeRequests(known, [])).toBeNull()
  })

  test('has the same number but is another: the journal was reset and has grown since', () => {
    expect(mergeRequests(known, [request(8), request(7, '2026-11-20T11:00:00.000Z')])).toBeNull()
  })

  test('is not included because there are too many new ones', () => {
    expect(mergeRequests(known, requests(210, 209, 208))).toBeNull()
  })
})
