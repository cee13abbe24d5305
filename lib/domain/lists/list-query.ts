import { type IsoDate, parseDate } from '@/lib/domain/values/calendar'
import { decimalCents } from '@/lib/domain/values/money'
import { isUuid } from '@/lib/domain/values/uuid'

/**
 * Filters, sort and place of a list in the page's address, defined once for browser, server and export:
 * `defineListQuery` makes the type, the reader and the writer. Anyone may have written the address, so the reader
 * ignores what is unknown or broken.
 */

type Pairs = readonly (readonly [name: string, value: string])[]

/** One value in a list's address. `blank` is its value if the address does not have it. */
export type ListField<T> = {
  /** Its name in the address, if it has exactly one. */
  name?: string
  blank: T
  read: (params: URLSearchParams) => T
  write: (value: T) => Pairs
  /** Whether it leaves rows out. A choice of columns does not. */
  narrows: boolean
  /** Its control beside the search; none if the page places it elsewhere. */
  control?: FilterControl
}

export type Choices = readonly (readonly [value: string, words: string])[]
type ChoiceGroup = { title: string; choices: Choices }
export type FilterControl = { label: string } & (
  | {
      kind: 'choice'
      /** The label if nothing is chosen. */
      any: string
      /** Empty if only the page knows them. */
      choices: Choices | readonly ChoiceGroup[]
    }
  | { kind: 'flag' }
  | { kind: 'day' }
)

/** Shows a field as a filter of its list. The list's page renders the control from this alone. */
export const shown = <T>(field: ListField<T>, control: FilterControl): ListField<T> => ({ ...field, control })

/** Values of a field with their labels. */
export const choicesOf = <T extends string>(values: readonly T[], wordsOf: (value: T) => string): Choices =>
  values.map((value) => [value, wordsOf(value)] as const)

/** Where a page begins: after or before the row with this key. */
export type ListCursor<Key> = Key & { side: 'after' | 'before' }

export type Direction = 'ascending' | 'descending'
/** The order that a list is requested in, and its direction. */
export type ListSort<Name extends string = string> = { by: Name; direction: Direction }
export type SortValue = Date | string | number | bigint
/** The key of a row in such an order: the sort value, then the row's id. It is meaningless in another order. */
export type SortedKey = { order: string; value: SortValue; tie: string }

/** An order that a list can be requested in, by the id of its column. `first`: the direction on the first click. */
type ListOrder = { part: KeyParts[string]; first: Direction }
type Orders = Readonly<Record<string, ListOrder>>

/** For names and other text: from A on. */
export const fromA = (part: KeyPart<string>): ListOrder => ({ part, first: 'ascending' })
/** For statuses, in their own order. */
export const inSteps = (part: KeyPart<number>): ListOrder => ({ part, first: 'ascending' })
/** Newest or largest first. */
export const fromTop = <T extends SortValue>(part: KeyPart<T>): ListOrder => ({
  part,
  first: 'descending',
})

/** How one part of a list's key is written to an address and read back. */
type KeyPart<T> = { write: (value: T) => string; read: (text: string) => T | null }

/** Fields of any type. The query's type is inferred from the fields themselves. */
type Fields = Readonly<Record<string, Omit<ListField<unknown>, 'write'> & { write: (value: never) => Pairs }>>
type KeyParts = Readonly<Record<string, { write: (value: never) => string; read: (text: string) => unknown }>>
type ValueOf<F> = F extends ListField<infer T> ? T : never
type ValuesOf<F extends Fields> = { -readonly [Name in keyof F]: ValueOf<F[Name]> }
type KeyIn<K extends KeyParts> = {
  -readonly [Name in keyof K]: K[Name] extends KeyPart<infer T> ? T : never
}

/** As Next passes it to a page. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** The props of a list's page. */
export type ListPageProps = { searchParams: Promise<SearchParams> }

export type ShownFilter<Query> = {
  key: keyof Query & string
  /** Its parameter in the address. */
  name: string
  control: FilterControl
  /** The value that does not filter. */
  blank: unknown
  /** The text in the address; empty if it does not filter. */
  valueIn: (query: Query) => string
}

export type ListQueryDefinition<Query> = {
  /** The query with no filters, from the first page. */
  all: Query
  read: (params: URLSearchParams | SearchParams) => Query
  /** The query for an address, without `?`; empty if nothing is set. */
  write: (query: Partial<Query>) => string
  /** Whether the query leaves rows out. */
  isFiltered: (query: Query) => boolean
  /** The filters with a control, in the order of the address. */
  filters: readonly ShownFilter<Query>[]
  /** The current direction of a column, and the query that sorts by it or reverses it; null if it cannot sort. */
  sortBy: (query: Query, column: string) => { now: Direction | null; next: Query } | null
  /** Only the sort order of the query. */
  sorted: (query: Query) => Partial<Query>
}

/** The type of a list's query. */
export type QueryOf<Definition> = Definition extends ListQueryDefinition<infer Query> ? Query : never
/** The key of a list's rows, in any of its orders. */
export type KeyOf<Definition> =
  QueryOf<Definition> extends { cursor: infer Cursor } ? WithoutSide<NonNullable<Cursor>> : never
type WithoutSide<Cursor> = Cursor extends unknown ? Omit<Cursor, 'side'> : never
/** The key in the list's default order. */
export type OwnKeyOf<Definition> = Exclude<KeyOf<Definition>, SortedKey>

/** `own`: the default order. Each order has the id of its column. */
type Sorting<O extends Orders> = { own: ListSort<keyof O & string>; orders: O }

type SortedQuery<K extends KeyParts, O extends Orders> = [keyof O] extends [never]
  ? { cursor: ListCursor<KeyIn<K>> | null }
  : { sort: ListSort<keyof O & string> | null; cursor: ListCursor<KeyIn<K>> | ListCursor<SortedKey> | null }

/**
 * Defines a list: its fields in the order of the address, the parts of the key that separate its pages, and the other
 * orders that it offers. A cursor includes its order; if the order changes, the list starts over.
 */
export function defineListQuery<
  F extends Fields,
  K extends KeyParts,
  // biome-ignore lint/complexity/noBannedTypes: no orders
  const O extends Orders = {},
>(fields: F, key: K, sorting?: Sorting<O>): ListQueryDefinition<ValuesOf<F> & SortedQuery<K, O>> {
  type Query = ValuesOf<F> & SortedQuery<K, O>
  const each = Object.entries(fields) as [string, ListField<unknown>][]
  const parts = Object.entries(key) as [string, KeyPart<unknown>][]
  const orders = Object.entries<ListOrder>(sorting?.orders ?? {})
  const sorts = orders
    .flatMap(([by]) => DIRECTIONS.map((direction): ListSort => ({ by, direction })))
    .filter((sort) => sorting && sortText(sort) !== sortText(sorting.own))

  const pairsOf = (query: Partial<Query>, isWanted: (field: ListField<unknown>) => boolean): Pairs =>
    each.flatMap(([name, field]) => {
      const value = query[name as keyof Query]
      return value === undefined || !isWanted(field) ? [] : [...field.write(value)]
    })

  type Cursor = ListCursor<Readonly<Record<string, unknown>>> | null
  const sortOf = (query: Partial<Query>) => (query as { sort?: ListSort | null }).sort ?? null
  const partOf = ({ by }: ListSort) =>
    orders.find(([name]) => name === by)?.[1].part as KeyPart<unknown> | undefined

  const cursorOf = (sort: ListSort | null, side: 'after' | 'before', text: string): Cursor => {
    if (text === '') return null
    const texts = text.split(BETWEEN)
    if (sort) {
      const [order, value = '', tie = ''] = texts
      const read = { value: partOf(sort)?.read(value) ?? null, tie: keyText.read(tie) }
      if (texts.length !== 3 || order !== sortText(sort) || read.value === null || !read.tie) return null
      return { side, order, ...read }
    }
    if (texts.length !== parts.length) return null
    const values = parts.map(([, part], at) => part.read(texts[at] ?? ''))
    if (values.includes(null)) return null
    return { side, ...Object.fromEntries(parts.map(([name], at) => [name, values[at]])) }
  }

  const cursorPairs = (
    sort: ListSort | null,
    cursor: Readonly<Record<string, unknown>> | null | undefined,
  ): Pairs => {
    if (!cursor) return []
    const texts = sort
      ? [sortText(sort), partOf(sort)?.write(cursor.value) ?? '', keyText.write(String(cursor.tie))]
      : parts.map(([name, part]) => part.write(cursor[name]))
    return [[String(cursor.side), texts.join(BETWEEN)]]
  }

  return {
    all: {
      ...Object.fromEntries(each.map(([name, { blank }]) => [name, blank])),
      ...(sorting && { sort: null }),
      cursor: null,
    } as Query,
    read(given) {
      const params = toParams(given)
      const sort = sorts.find((one) => sortText(one) === params.get(SORT)) ?? null
      return {
        ...Object.fromEntries(each.map(([name, field]) => [name, field.read(params)])),
        ...(sorting && { sort }),
        cursor:
          cursorOf(sort, 'after', params.get('after') ?? '') ??
          cursorOf(sort, 'before', params.get('before') ?? ''),
      } as Query
    },
    write: (query) => {
      const sort = sortOf(query)
      return new URLSearchParams(
        [
          ...pairsOf(query, () => true),
          ...(sort ? [[SORT, sortText(sort)] as const] : []),
          ...cursorPairs(sort, query.cursor as Record<string, unknown> | null | undefined),
        ].map(([name, value]) => [name, value]),
      ).toString()
    },
    isFiltered: (query) => pairsOf(query, ({ narrows }) => narrows).length > 0,
    filters: each.flatMap(([key, { name = key, control, write, blank }]) =>
      control
        ? [
            {
              key: key as keyof Query & string,
              name,
              control,
              blank,
              valueIn: (query: Query) =>
                write(query[key as keyof Query])
                  .map(([, value]) => value)
                  .join(','),
            },
          ]
        : [],
    ),
    sortBy(query, column) {
      const order = orders.find(([name]) => name === column)
      if (!order || !sorting) return null
      const { by, direction } = sortOf(query) ?? sorting.own
      const now = by === column ? direction : null
      const wanted = { by: column, direction: now ? OTHER_WAY[now] : order[1].first }
      const sort = sorts.find((one) => sortText(one) === sortText(wanted)) ?? null
      return { now, next: { ...query, sort, cursor: null } }
    },
    sorted: (query) => (sorting ? ({ sort: sortOf(query) } as Partial<Query>) : {}),
  }
}

/** The parameter for the order, beside those of the fields. */
const SORT = 'sort'
const DIRECTIONS: readonly Direction[] = ['ascending', 'descending']
const OTHER_WAY: Readonly<Record<Direction, Direction>> = { ascending: 'descending', descending: 'ascending' }

/** `name`, or `-name` for descending. */
export const sortText = ({ by, direction }: ListSort): string => (direction === 'descending' ? `-${by}` : by)

const BETWEEN = '~'

const toParams = (given: URLSearchParams | SearchParams): URLSearchParams =>
  given instanceof URLSearchParams
    ? given
    : new URLSearchParams(
        Object.entries(given).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
      )

/** Text that PostgreSQL can store: without NUL and lone surrogates. */
export const plainText = (text: string, max: number): string =>
  text.replaceAll('\u0000', '').toWellFormed().trim().slice(0, max)

/** Longer than any searchable name or identifier. */
export const MAX_LIST_TEXT = 255

const field = <T>(
  name: string,
  blank: T,
  read: (params: URLSearchParams) => T,
  write: (value: T) => string | null,
): ListField<T> => ({
  name,
  blank,
  read,
  write: (value) => {
    const text = write(value)
    return text === null || text === '' ? [] : [[name, text]]
  },
  narrows: true,
})

const one = (params: URLSearchParams, name: string, max = MAX_LIST_TEXT) =>
  plainText(params.get(name) ?? '', max)

/** The text of the search box. `clean` removes what must not appear in an address. */
export const searchText = (
  name: string,
  { max = MAX_LIST_TEXT, clean = (text) => text }: { max?: number; clean?: (text: string) => string } = {},
): ListField<string> =>
  field(
    name,
    '',
    (params) => clean(one(params, name, max)),
    (text) => text,
  )

/** Any text, such as an id; null if not set. */
export const anyText = (name: string): ListField<string | null> =>
  field(
    name,
    null,
    (params) => one(params, name) || null,
    (text) => text,
  )

/** One of the known values. */
export const oneOf = <T extends string>(name: string, known: readonly T[]): ListField<T | null> =>
  field<T | null>(
    name,
    null,
    (params) => known.find((value) => value === params.get(name)) ?? null,
    (value) => value,
  )

/** Any of the known values, in their defined order, without duplicates. */
export const several = <T extends string>(name: string, known: readonly T[]): ListField<readonly T[]> => ({
  name,
  blank: [],
  read: (params) => {
    // A multiple-choice control sends its values in one parameter, separated by commas.
    const given = new Set(params.getAll(name).flatMap((text) => text.split(',')))
    return known.filter((value) => given.has(value))
  },
  write: (values) => values.map((value) => [name, value] as const),
  narrows: true,
})

export const flag = (name: string): ListField<boolean> =>
  field(
    name,
    false,
    (params) => params.get(name) === '1',
    (value) => (value ? '1' : null),
  )

export const day = (name: string): ListField<IsoDate | null> =>
  field(
    name,
    null,
    (params) => {
      const text = one(params, name)
      return parseDate(text) === text ? text : null
    },
    (value) => value,
  )

/** Dollars in the address, cents in the query: `12`, `12.5` and `12.50` are the same. */
export const cents = (name: string): ListField<number | null> =>
  field(
    name,
    null,
    (params) => {
      const [, whole = '', part = ''] = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(one(params, name)) ?? []
      return whole === '' ? null : Number(`${whole}${part.padEnd(2, '0')}`)
    },
    (value) => (value === null ? null : decimalCents(BigInt(value))),
  )

/** Parts of keys: a time to the millisecond, an id, a sequence number, any text. */
export const moment: KeyPart<Date> = {
  write: (value) => value.toISOString(),
  read: (text) =>
    /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))
      ? new Date(text)
      : null,
}

export const uuid: KeyPart<string> = { write: (value) => value, read: (text) => (isUuid(text) ? text : null) }

export const serial: KeyPart<number> = {
  write: String,
  read: (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null),
}

/** A whole number from 0. */
export const count: KeyPart<number> = {
  write: String,
  read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : null),
}

/** Cents, which can exceed the safe integers of a number. */
export const minor: KeyPart<bigint> = {
  write: String,
  read: (text) => (/^-?\d{1,18}$/.test(text) ? BigInt(text) : null),
}

/** Escaped, because a name may contain the separator. */
export const keyText: KeyPart<string> = {
  write: (value) => encodeURIComponent(value.toWellFormed()).replaceAll(BETWEEN, '%7E'),
  read: (text) => {
    if (text.length > 1_000) return null
    try {
      return decodeURIComponent(text).replaceAll('\u0000', '')
    } catch {
      return null
    }
  },
}
