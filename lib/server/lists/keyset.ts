import { and, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '@/lib/db/client'
import type { ListPlace } from '@/lib/domain/lists/list-query'

/** Rows of a page, unless a list says otherwise. */
export const LIST_PAGE = 50

/** One page of a list, and the keys from which its neighbours are read. */
export type ListPage<Item, Key> = { items: Item[]; before: Key | null; after: Key | null }

/**
 * One page. `select` gives at most `limit` rows in the order of the list: from the place on, or with `before` those
 * nearest to it. It is asked for one more than is shown. Where nothing stands before any more, it is the first page.
 */
export async function keysetPage<Item, Key>(
  place: ListPlace<Key> | null,
  keyOf: (item: Item) => Key,
  select: (place: ListPlace<Key> | null, limit: number) => Promise<Item[]>,
  size = LIST_PAGE,
): Promise<ListPage<Item, Key>> {
  const rows = await select(place, size + 1)
  const more = rows.length > size
  const key = (item: Item | undefined) => (item === undefined ? null : keyOf(item))
  if (place?.side === 'before') {
    if (!more) return keysetPage(null, keyOf, select, size)
    const items = rows.slice(1)
    return { items, before: key(items.at(0)), after: key(items.at(-1)) }
  }
  const items = rows.slice(0, size)
  return { items, before: place ? key(items.at(0)) : null, after: more ? key(items.at(-1)) : null }
}

/** How a list is walked in SQL. */
type Keyset<Key> = {
  /** The columns, compared as one. */
  row: SQL
  /** What stands after, or before, the place; undefined where there is none. */
  from: (place: ListPlace<Key> | null) => SQL | undefined
  /** From the place on: with `before` it is turned about, so that the nearest rows come first. */
  order: (place: ListPlace<Key> | null) => SQL
  /** As the list shows its rows. */
  shown: SQL
}

/** What a part of the key is in SQL; with the second, how a value of it is written there. */
type KeyColumn<T> = SQLWrapper | readonly [column: SQLWrapper, write: (value: T) => SQL]

/**
 * The columns of a key, by the names of its parts. Compared as a row, because PostgreSQL begins in its index there;
 * with `or` it reads from the start. The order is word for word that of the indexes: `desc` alone puts nulls first,
 * and could use none of them.
 */
export function keyset<Key extends object>(
  columns: { [Part in keyof Key]: KeyColumn<Key[Part]> },
  direction: 'ascending' | 'descending',
): Keyset<Key> {
  const parts = (Object.keys(columns) as (keyof Key)[]).map((name) => {
    const given = columns[name] as KeyColumn<unknown>
    const [column, write] = Array.isArray(given) ? given : [given, plainValue]
    return { name, column: sql`${column}`, write }
  })
  const ordered = (words: SQL) => listed(parts.map(({ column }) => sql`${column} ${words}`))
  const row = sql`(${listed(parts.map(({ column }) => column))})`
  const forward = direction === 'descending' ? sql`desc nulls last` : sql`asc`
  const backward = direction === 'descending' ? sql`asc nulls first` : sql`desc`
  return {
    row,
    from: (place) => {
      if (!place) return undefined
      const grows = (place.side === 'after') === (direction === 'ascending')
      const values = parts.map(({ name, write }) => write(place[name]))
      return sql`${row} ${grows ? sql`>` : sql`<`} (${listed(values)})`
    },
    order: (place) => ordered(place?.side === 'before' ? backward : forward),
    shown: ordered(forward),
  }
}

const listed = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)
const plainValue = (value: unknown) => sql`${value instanceof Date ? value.toISOString() : value}`

/**
 * A list whose rows are found first and shown then: what is joined to a row is looked up for no more of them than the
 * page has. `where` says which rows, `select` what is shown of those that were found, in the order of the keyset.
 */
export const keysetList =
  <
    Services extends { db: DbOrTx },
    Key extends object,
    Query extends { place: ListPlace<Key> | null },
    Item,
  >({
    table,
    id,
    keys,
    keyOf,
    where,
    select,
  }: {
    table: PgTable
    id: PgColumn
    keys: Keyset<Key>
    keyOf: (item: Item) => Key
    where: (query: Query, services: Services) => readonly (SQL | undefined)[]
    select: (services: Services, found: SQL, order: SQL) => Promise<Item[]>
  }) =>
  (services: Services, query: Query, size = LIST_PAGE): Promise<ListPage<Item, Key>> =>
    keysetPage(
      query.place,
      keyOf,
      (place, limit) => {
        const found = services.db
          .select({ id })
          .from(table)
          .where(and(...where(query, services), keys.from(place)))
          .orderBy(keys.order(place))
          .limit(limit)
        return select(services, inArray(id, found), keys.shown)
      },
      size,
    )
