import { describe, expect, it, test } from 'vitest'
import { type ApplicationListQuery, applicationList, cleanSearch, STANDARD_COLUMNS } from './list-query'

const id = '0b5a1f0e-7c1d-4c1e-9a44-2f0d6f1b2c3d'
const updatedAt = new Date('2026-11-20T14:05:00.123Z')
const read = (text: string) => applicationList.read(new URLSearchParams(text))

const FULL: ApplicationListQuery = {
  search: 'Müller & Söhne 100%',
  statuses: ['draft', 'outcome-unknown'],
  kind: 'full',
  stage: 'Pending Underwriting',
  ownership: 'Sole Proprietorship',
  underwriting: 'own',
  assignee: 'me',
  age: 'idle-30',
  readiness: 'ready',
  import: id,
  columns: ['opportunity', 'changed'],
  sort: null,
  cursor: { side: 'after', updatedAt, id },
}

describe('the query of the list', () => {
  test.each<Partial<ApplicationListQuery>>([
    FULL,
    { ...FULL, assignee: 'nobody', cursor: { side: 'before', updatedAt, id } },
    { ...FULL, assignee: id, stage: '-', underwriting: 'open', cursor: null },
    {
      ...FULL,
      sort: { by: 'merchant', direction: 'descending' },
      cursor: { side: 'after', order: '-merchant', value: 'Ana~Söhne & 100%', tie: id },
    },
    { search: '=1+1&status=draft' },
    {},
  ])('is read as it was written: %j', (query) => {
    expect(read(applicationList.write(query))).toEqual({ ...applicationList.all, ...query })
  })

  it('is empty without filters', () => {
    expect(applicationList.write(applicationList.all)).toBe('')
    expect(read('')).toEqual(applicationList.all)
  })

  test.each([
    'status=lost',
    'sort=legalName',
    'sort=-changed',
    'status=__proto__',
    'kind=toString',
    'underwriting=',
    'assignee=1',
    'assignee=Olive',
    'age=idle-0',
    'import=1',
    'column=ssn',
    'stage=%00',
    'nonsense=1&q=',
    'after=x',
    'after=2026-99-99T14:05:00.123Z~0b5a1f0e-7c1d-4c1e-9a44-2f0d6f1b2c3d',
    `after=${updatedAt.toISOString()}~1`,
    `before=${id}~${updatedAt.toISOString()}`,
  ])('of %s nothing stays', (text) => {
    expect(read(text)).toEqual(applicationList.all)
  })

  it('has statuses and columns in their order, without repetitions, however they were written', () => {
    expect(read('status=refused&status=draft&status=draft').statuses).toEqual(['draft', 'refused'])
    expect(read('column=changed&column=account').columns).toEqual(['account', 'changed'])
  })

  it('does not contain the standard columns', () => {
    expect(read(STANDARD_COLUMNS.map((column) => `column=${column}`).join('&')).columns).toBeNull()
  })

  it('counts everything but columns and the position as filters', () => {
    expect(applicationList.isFiltered(applicationList.all)).toBe(false)
    expect(
      applicationList.isFiltered({ ...applicationList.all, columns: ['account'], cursor: FULL.cursor }),
    ).toBe(false)
    expect(applicationList.isFiltered({ ...applicationList.all, assignee: 'nobody' })).toBe(true)
  })
})

describe('a search', () => {
  it('has no NUL, no half characters, and at most 255 characters', () => {
    expect(read(`q=${encodeURIComponent(' a\u0000b ')}`).search).toBe('ab')
    expect(cleanSearch('a\ud800')).toBe('a\ufffd')
    expect(cleanSearch('x'.repeat(10_000))).toHaveLength(255)
  })

  test.each([
    ['12-3456789', '6789'],
    ['123456789', '6789'],
    ['912-34-6789', '6789'],
    ['912 34 6789', '6789'],
    ['Heron 12-3456789 Bakery', 'Heron 6789 Bakery'],
    ['4111 1111 1111 1111', '1111'],
    ['000123456789', '6789'],
  ])('of the identity in “%s” only the last four digits stay: %s', (typed, kept) => {
    expect(cleanSearch(typed)).toBe(kept)
  })

  test.each(['006000000000000AAA', '001000000000001', 'A-1042', '12345678', '500 Main 97201', 'kx123456789'])(
    '“%s” is no identity',
    (typed) => {
      expect(cleanSearch(typed)).toBe(typed)
    },
  )
})
