import { describe, expect, test } from 'vitest'
import { type ApplicationListQuery, applicationList } from '@/lib/domain/application/list-query'
import { exportAddress, listAddress, viewAddress } from './application-list-address'

const query: ApplicationListQuery = {
  ...applicationList.all,
  search: 'Müller & Söhne 100%',
  statuses: ['draft', 'outcome-unknown'],
  assignee: 'me',
  columns: ['account', 'changed'],
  cursor: {
    side: 'after',
    updatedAt: new Date('2026-11-20T14:05:00.123Z'),
    id: '0b5a1f0e-7c1d-4c1e-9a44-2f0d6f1b2c3d',
  },
}

/** The parameters as Next passes them: a repeated name has a list. */
function paramsOf(address: string): Record<string, string | string[]> {
  const { searchParams } = new URL(address, 'http://desk.test')
  return Object.fromEntries(
    [...searchParams.keys()].map((name) => {
      const values = searchParams.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

describe('the address of the application list', () => {
  test('is read as it was written', () => {
    expect(applicationList.read(paramsOf(listAddress(query)))).toEqual(query)
  })

  test('is the plain page without filters', () => {
    expect(listAddress(applicationList.all)).toBe('/applications')
    expect(viewAddress('')).toBe('/applications')
  })

  test('with a name given twice uses the first', () => {
    expect(applicationList.read({ q: ['one', 'two'], kind: undefined }).search).toBe('one')
  })

  test('of the export has the filters, but neither page nor columns', () => {
    const exported = applicationList.read(paramsOf(exportAddress(query)))
    expect(exported).toEqual({ ...query, columns: null, cursor: null })
    expect(exportAddress(query)).toMatch(/^\/api\/applications\/export\?/)
  })
})
