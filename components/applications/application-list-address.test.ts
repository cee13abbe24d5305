import { describe, expect, test } from 'vitest'
import { listAddress, readListQuery } from './application-list-address'

const after = { updatedAt: new Date('2026-11-20T14:05:00.123Z'), id: '0b5a1f0e-7c1d-4c1e-9a44-2f0d6f1b2c3d' }

const read = (address: string) =>
  readListQuery(Object.fromEntries(new URL(address, 'http://desk.test').searchParams))

describe('the address of the application list', () => {
  test('reads what it wrote', () => {
    const query = { search: 'Müller & Söhne 100%', status: 'outcome-unknown', after } as const
    expect(read(listAddress(query))).toEqual(query)
  })

  test('is the bare page when nothing is asked for', () => {
    expect(listAddress({ search: '', status: null, after: null })).toBe('/applications')
  })

  test('an unknown status is no filter', () => {
    expect(readListQuery({ status: 'approved' }).status).toBeNull()
    expect(readListQuery({ status: '__proto__' }).status).toBeNull()
  })

  test.each([
    'x',
    '2026-99-99T14:05:00.123Z~0b5a1f0e-7c1d-4c1e-9a44-2f0d6f1b2c3d',
    `${after.updatedAt.toISOString()}~1`,
  ])('the broken place “%s” is the beginning', (text) => {
    expect(readListQuery({ after: text }).after).toBeNull()
  })

  test('of a name given twice the first counts', () => {
    expect(readListQuery({ q: ['one', 'two'] }).search).toBe('one')
  })

  test('a search has no NUL, no half characters, and at most 255 characters', () => {
    expect(readListQuery({ q: ' a\u0000b\ud800 ' }).search).toBe('ab\ufffd')
    expect(readListQuery({ q: 'x'.repeat(10_000) }).search).toHaveLength(255)
  })
})
