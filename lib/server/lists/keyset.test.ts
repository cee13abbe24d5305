import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import type { ListCursor } from '@/lib/domain/lists/list-query'
import { keyset, keysetPage, sortedKeyset } from './keyset'

type Key = { n: number }
const ALL = Array.from({ length: 7 }, (_, at) => ({ n: at + 1 }))

/** Numbers in ascending order, read as a database would. */
const select = async (cursor: ListCursor<Key> | null, limit: number) => {
  if (cursor?.side === 'before') return ALL.filter(({ n }) => n < cursor.n).slice(-limit)
  return ALL.filter(({ n }) => n > (cursor?.n ?? 0)).slice(0, limit)
}
const page = (cursor: ListCursor<Key> | null) => keysetPage(cursor, ({ n }) => ({ n }), select, 3)
const at = (n: number, side: 'after' | 'before') => page({ side, n })
const numbers = ({ items }: { items: Key[] }) => items.map(({ n }) => n)

describe('a page', () => {
  it('leads to the next one, and that to the one before', async () => {
    const first = await page(null)
    expect(numbers(first)).toEqual([1, 2, 3])
    expect([first.before, first.after]).toEqual([null, { n: 3 }])
    const second = await at(3, 'after')
    expect(numbers(second)).toEqual([4, 5, 6])
    expect([second.before, second.after]).toEqual([{ n: 4 }, { n: 6 }])
    const last = await at(6, 'after')
    expect(numbers(last)).toEqual([7])
    expect([last.before, last.after]).toEqual([{ n: 7 }, null])
    expect(numbers(await at(7, 'before'))).toEqual([4, 5, 6])
  })

  it('before which less than a page stands is the first page', async () => {
    expect(await at(3, 'before')).toEqual(await page(null))
    expect(await at(4, 'before')).toEqual(await page(null))
  })

  it('of nothing leads nowhere', async () => {
    expect(await at(7, 'after')).toEqual({ items: [], before: null, after: null })
  })
})

describe('the SQL of a key', () => {
  const text = (part: Parameters<PgDialect['sqlToQuery']>[0] | undefined) =>
    part ? new PgDialect().sqlToQuery(part).sql : ''
  const descending = keyset<{ at: Date; n: number }>({ at: sql`at`, n: sql`n` }, 'descending')
  const ascending = keyset<{ name: string }>(
    { name: [sql`lower(name)`, (name) => sql`lower(${name}::text)`] },
    'ascending',
  )

  it('is compared as a row, towards the side that is asked for', () => {
    const cursor = { at: new Date(0), n: 1 }
    expect(text(descending.from({ side: 'after', ...cursor }))).toBe('(at, n) < ($1, $2)')
    expect(text(descending.from({ side: 'before', ...cursor }))).toBe('(at, n) > ($1, $2)')
    expect(text(ascending.from({ side: 'after', name: 'a' }))).toBe('(lower(name)) > (lower($1::text))')
    expect(descending.from(null)).toBeUndefined()
  })

  it('is ordered word for word as the indexes are, and turned about for what stands before', () => {
    expect(text(descending.order(null))).toBe('at desc nulls last, n desc nulls last')
    expect(text(descending.order({ side: 'before', at: new Date(0), n: 1 }))).toBe(
      'at asc nulls first, n asc nulls first',
    )
    expect(text(ascending.order({ side: 'before', name: 'a' }))).toBe('lower(name) desc')
  })

  it('of a column that the list is sorted by has the nulls of a descending index, whichever way it is read', () => {
    const sortedBy = sortedKeyset({
      own: descending,
      ownKeyOf: (row: { at: Date; n: number; sum: bigint }) => row,
      tie: sql`n`,
      tieOf: ({ n }) => String(n),
      orders: { sum: { column: sql`sum`, of: ({ sum }) => sum } },
    })
    expect(sortedBy(null).keys).toBe(descending)
    const up = sortedBy({ by: 'sum', direction: 'ascending' })
    const down = sortedBy({ by: 'sum', direction: 'descending' })
    const row = { at: new Date(0), n: 7, sum: 5n }
    const cursor = { side: 'before', ...up.keyOf(row) } as const
    expect(up.keyOf(row)).toEqual({ order: 'sum', value: 5n, tie: '7' })
    expect(text(up.keys.from(cursor))).toBe('(sum, n) < ($1, $2)')
    expect(text(up.keys.order(null))).toBe('sum asc nulls first, n asc nulls first')
    expect(text(up.keys.order(cursor))).toBe('sum desc nulls last, n desc nulls last')
    expect(text(down.keys.order(null))).toBe('sum desc nulls last, n desc nulls last')
  })
})
