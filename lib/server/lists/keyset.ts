import { and, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '@/lib/db/client'
import {
  type Direction,
  type ListCursor,
  type ListSort,
  type SortedKey,
  type SortValue,
  sortText,
} from '@/lib/domain/lists/list-query'

/** Rows per page, unless a list says otherwise. */
export const LIST_PAGE = 50

/** One page of a list, with the keys of the pages before and after it. */
export type ListPage<Item, Key> = { items: Item[]; before: Key | null; after: Key | null }

/**
 * Reads one page. `select` returns at most `limit` rows in the list's order: those after the cursor, or the nearest
 * ones before it. It is asked for one extra row. If nothing is left before the page, returns the first page.
 */
export async function keysetPage<Item, Key>(
  cursor: ListCursor<Key> | null,
  keyOf: (item: Item) => Key,
  select: (cursor: ListCursor<Key> | null, limit: number) => Promise<Item[]>,
  size = LIST_PAGE,
): Promise<ListPage<Item, Key>> {
  const rows = await select(cursor, size + 1)
  const more = rows.length > size
  const key = (item: Item | undefined) => (item === undefined ? null : keyOf(item))
  if (cursor?.side === 'before') {
    if (!more) return keysetPage(null, keyOf, select, size)
    const items = rows.slice(1)
    return { items, before: key(items.at(0)), after: key(items.at(-1)) }
  }
  const items = rows.slice(0, size)
  return { items, before: cursor ? key(items.at(0)) : null, after: more ? key(items.at(-1)) : null }
}

/** How to page through a list in SQL. */
type Keyset<Key> = {
  /** The key's columns, compared as one row. */
  row: SQL
  /** The condition for rows after or before the cursor; undefined without a cursor. */
  from: (cursor: ListCursor<Key> | null) => SQL | undefined
  /** The order to read in: reversed for `before`, so that the nearest rows come first. */
  order: (cursor: ListCursor<Key> | null) => SQL
  /** The order in which the list shows its rows. */
  shown: SQL
}

/** A key part's column in SQL and, if given, how to write one of its values. */
type KeyColumn<T> = SQLWrapper | readonly [column: SQLWrapper, write: (value: T) => SQL]

/**
 * Builds a keyset from the columns of a key. They are compared as a row, because PostgreSQL then starts in the index;
 * with `or` it would read from the beginning. The order must match the indexes word for word: plain `desc` puts nulls
 * first, and would use none of them.
 */
export function keyset<Key extends object>(
  columns: { [Part in keyof Key]: KeyColumn<Key[Part]> },
  direction: Direction,
  nulls: 'last' | 'as descending' = 'last',
): Keyset<Key> {
  const parts = (Object.keys(columns) as (keyof Key)[]).map((name) => {
    const given = columns[name] as KeyColumn<unknown>
    const [column, write] = Array.isArray(given) ? given : [given, plainValue]
    return { name, column: sql`${column}`, write }
  })
  const ordered = (words: SQL) => listed(parts.map(({ column }) => sql`${column} ${words}`))
  const row = sql`(${listed(parts.map(({ column }) => column))})`
  const isPlain = direction === 'ascending' && nulls === 'last'
  const up = isPlain ? sql`asc` : sql`asc nulls first`
  const down = isPlain ? sql`desc` : sql`desc nulls last`
  const [forward, backward] = direction === 'descending' ? [down, up] : [up, down]
  return {
    row,
    from: (cursor) => {
      if (!cursor) return undefined
      const grows = (cursor.side === 'after') === (direction === 'ascending')
      const values = parts.map(({ name, write }) => write(cursor[name]))
      return sql`${row} ${grows ? sql`>` : sql`<`} (${listed(values)})`
    },
    order: (cursor) => ordered(cursor?.side === 'before' ? backward : forward),
    shown: ordered(forward),
  }
}

/** A sort value, as a column in SQL and as read from a row. Both must give the same value, and never null. */
export type OrderColumn<Item> = {
  column: SQLWrapper
  /** How to write a value in SQL, if it is compared in another form. */
  write?: (value: SortValue) => SQL
  of: (item: Item) => SortValue
}

/** Longer names compare equal beyond this length, because the key is part of the address. */
const NAME_IN_KEY = 60

/** A name regardless of case. */
export const nameOrder = <Item>(name: SQLWrapper, of: (item: Item) => string): OrderColumn<Item> => ({
  column: lowered(name),
  // Lower-cased in SQL too, because JavaScript's rules differ from PostgreSQL's.
  write: (value) => lowered(sql`${String(value)}::text`),
  of: (item) => [...of(item)].slice(0, NAME_IN_KEY).join(''),
})
const lowered = (name: SQLWrapper) => sql`lower(left(${name}, ${sql.raw(String(NAME_IN_KEY))}))`

/** Statuses in the order of their workflow. */
export const stepOrder = <Item, Step extends string>(
  column: SQLWrapper,
  steps: readonly Step[],
  of: (item: Item) => Step,
): OrderColumn<Item> => ({
  column: sql`coalesce(array_position(array[${listed(steps.map((step) => sql.raw(`'${step}'`)))}], ${column}), 0)`,
  of: (item) => steps.indexOf(of(item)) + 1,
})

/**
 * The orders of a list: its default, and one for each column that it can be sorted by, with the ID to break ties. One
 * index on column and ID, both descending, serves both directions. For that, the ascending order must name nulls first,
 * although there are none.
 */
export const sortedKeyset =
  <Own extends object, Name extends string, Item>({
    own,
    ownKeyOf,
    tie,
    tieOf,
    orders,
  }: {
    own: Keyset<Own>
    ownKeyOf: (item: Item) => Own
    tie: SQLWrapper
    tieOf: (item: Item) => string
    orders: Readonly<Record<Name, OrderColumn<Item>>>
  }) =>
  (
    sort: ListSort<Name> | null,
  ): { keys: Keyset<Own | SortedKey>; keyOf: (item: Item) => Own | SortedKey } => {
    // The cursor always belongs to the requested order.
    if (!sort) return { keys: own as Keyset<Own | SortedKey>, keyOf: ownKeyOf }
    const { column, write = plainValue, of } = orders[sort.by]
    const order = sortText(sort)
    return {
      keys: keyset<Pick<SortedKey, 'value' | 'tie'>>(
        { value: [column, write], tie },
        sort.direction,
        'as descending',
      ) as Keyset<Own | SortedKey>,
      keyOf: (item) => ({ order, value: of(item), tie: tieOf(item) }),
    }
  }

const listed = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)
const plainValue = (value: unknown) =>
  sql`${value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? String(value) : value}`

/**
 * A list that first finds its rows and then loads what to show, so that joins run only for the rows of one page.
 * `where` selects the rows; `select` loads them in the keyset's order.
 */
export const keysetList = <
  Services extends { db: DbOrTx },
  Own extends object,
  Name extends string,
  Query extends { sort: ListSort<Name> | null; cursor: ListCursor<Own | SortedKey> | null },
  Item,
>({
  table,
  id,
  idOf,
  keys,
  keyOf,
  orders,
  where,
  select,
}: {
  table: PgTable
  id: PgColumn
  idOf: (item: Item) => string
  keys: Keyset<Own>
  keyOf: (item: Item) => Own
  orders: Readonly<Record<Name, OrderColumn<Item>>>
  where: (query: Query, services: Services) => readonly (SQL | undefined)[]
  select: (services: Services, found: SQL, order: SQL) => Promise<Item[]>
}) => {
  const sortedBy = sortedKeyset({ own: keys, ownKeyOf: keyOf, tie: id, tieOf: idOf, orders })
  return (services: Services, query: Query, size = LIST_PAGE): Promise<ListPage<Item, Own | SortedKey>> => {
    const sorted = sortedBy(query.sort)
    return keysetPage<Item, Own | SortedKey>(
      query.cursor,
      sorted.keyOf,
      (cursor, limit) => {
        const found = services.db
          .select({ id })
          .from(table)
          .where(and(...where(query, services), sorted.keys.from(cursor)))
          .orderBy(sorted.keys.order(cursor))
          .limit(limit)
        return select(services, inArray(id, found), sorted.keys.shown)
      },
      size,
    )
  }
}
