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

/** Rows of a page, unless a list says otherwise. */
export const LIST_PAGE = 50

/** One page of a list, and the keys from which its neighbors are read. */
export type ListPage<Item, Key> = { items: Item[]; before: Key | null; after: Key | null }

/**
 * One page. `select` gives at most `limit` rows in the order of the list: from the cursor on, or with `before` those
 * nearest to it. It is asked for one more than is shown. Where nothing stands before any more, it is the first page.
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

/** How a list is walked in SQL. */
type Keyset<Key> = {
  /** The columns, compared as one. */
  row: SQL
  /** What stands after, or before, the cursor; undefined where there is none. */
  from: (cursor: ListCursor<Key> | null) => SQL | undefined
  /** From the cursor on: with `before` it is turned about, so that the nearest rows come first. */
  order: (cursor: ListCursor<Key> | null) => SQL
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

/** What a list is sorted by: in SQL, and of a row that it shows. Both give the same value, and never none. */
export type OrderColumn<Item> = {
  column: SQLWrapper
  /** How a value is written in SQL, where it is compared as something else. */
  write?: (value: SortValue) => SQL
  of: (item: Item) => SortValue
}

/** Longer names are equal beyond it, for their key stands in an address. */
const NAME_IN_KEY = 60

/** A name in whatever capitals. */
export const nameOrder = <Item>(name: SQLWrapper, of: (item: Item) => string): OrderColumn<Item> => ({
  column: lowered(name),
  // Lowered there as well: JavaScript knows other capitals.
  write: (value) => lowered(sql`${String(value)}::text`),
  of: (item) => [...of(item)].slice(0, NAME_IN_KEY).join(''),
})
const lowered = (name: SQLWrapper) => sql`lower(left(${name}, ${sql.raw(String(NAME_IN_KEY))}))`

/** Statuses in the order in which something goes through them. */
export const stepOrder = <Item, Step extends string>(
  column: SQLWrapper,
  steps: readonly Step[],
  of: (item: Item) => Step,
): OrderColumn<Item> => ({
  column: sql`coalesce(array_position(array[${listed(steps.map((step) => sql.raw(`'${step}'`)))}], ${column}), 0)`,
  of: (item) => steps.indexOf(of(item)) + 1,
})

/**
 * The orders of a list: its own, and one for each column that it can be sorted by, in which the id decides among equals.
 * An index of column and id, both descending, serves both directions: so the nulls, of which there are none, stand first
 * on the way up.
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
    // A cursor was read for the order that it is asked in.
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
 * A list whose rows are found first and shown then: what is joined to a row is looked up for no more of them than the
 * page has. `where` says which rows, `select` what is shown of those that were found, in the order of the keyset.
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
