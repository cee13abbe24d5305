import { type IsoDate, parseDate } from '@/lib/domain/values/calendar'
import { decimalCents } from '@/lib/domain/values/money'
import { isUuid } from '@/lib/domain/values/uuid'

/**
 * Filters, sort and place of a list in the page's address, defined once for browser, server and export:
 * `defineListQuery` makes the type, the reader and the writer. Anybody may have written the address, so the reader
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
  /** Whether it leaves rows out; the choice of columns leaves none out. */
  narrows: boolean
  /** Its control beside the search; none if the page places it elsewhere. */
  control?: FilterControl
}

export type Choices = readonly (readonly [value: string, words: string])[]
type ChoiceGroup = { title: string; choices: Choices }
export type FilterControl = { label: string } & (
  | {
      kind: 'choice'
      /** What it says where none is asked for. */
      any: string
      /** Empty where only the page knows them. */
      choices: Choices | readonly ChoiceGroup[]
    }
  | { kind: 'flag' }
  | { kind: 'day' }
)

/** Shows a field as a filter of its list: nothing else is needed for its control. */
export const shown = <T>(field: ListField<T>, control: FilterControl): ListField<T> => ({ ...field, control })

/** Values of a field with the words of each. */
export const choicesOf = <T extends string>(values: readonly T[], wordsOf: (value: T) => string): Choices =>
  values.map((value) => [value, wordsOf(value)] as const)

/** Where a page begins: at what stands after, or before, the row with this key in the order of the list. */
export type ListCursor<Key> = Key & { side: 'after' | 'before' }

export type Direction = 'ascending' | 'descending'
/** By which of its orders a list is asked for, and which way. */
export type ListSort<Name extends string = string> = { by: Name; direction: Direction }
export type SortValue = Date | string | number | bigint
/** The key of a row in such an order: what it is sorted by, then its id. It is of no use in another order. */
export type SortedKey = { order: string; value: SortValue; tie: string }

/** An order that a list can be asked for, by the id of its column. `first`: which way, where it is asked for first. */
type ListOrder = { part: KeyParts[string]; first: Direction }
type Orders = Readonly<Record<string, ListOrder>>

/** Names and the like: from A on. */
export const fromA = (part: KeyPart<string>): ListOrder => ({ part, first: 'ascending' })
/** Steps, in their own order. */
export const inSteps = (part: KeyPart<number>): ListOrder => ({ part, first: 'ascending' })
/** The newest, the largest. */
export const fromTop = <T extends SortValue>(part: KeyPart<T>): ListOrder => ({
  part,
  first: 'descending',
})

/** How one part of a list's key is written in an address. */
type KeyPart<T> = { write: (value: T) => string; read: (text: string) => T | null }

/** Of any type: what is asked for is told from what the fields themselves say. */
type Fields = Readonly<Record<string, Omit<ListField<unknown>, 'write'> & { write: (value: never) => Pairs }>>
type KeyParts = Readonly<Record<string, { write: (value: never) => string; read: (text: string) => unknown }>>
type ValueOf<F> = F extends ListField<infer T> ? T : never
type ValuesOf<F extends Fields> = { -readonly [Name in keyof F]: ValueOf<F[Name]> }
type KeyIn<K extends KeyParts> = {
  -readonly [Name in keyof K]: K[Name] extends KeyPart<infer T> ? T : never
}

/** As Next gives it to a page. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** What a page of a list is given. */
export type ListPageProps = { searchParams: Promise<SearchParams> }

export type ShownFilter<Query> = {
  key: keyof Query & string
  /** In the address. */
  name: string
  control: FilterControl
  /** Where it asks for nothing. */
  blank: unknown
  /** As the address has it; empty where it asks for nothing. */
  valueIn: (query: Query) => string
}

export type ListQueryDefinition<Query> = {
  /** Nothing left out, from the start. */
  all: Query
  read: (params: URLSearchParams | SearchParams) => Query
  /** The query of the address, without its `?`; empty where nothing is asked for. */
  write: (query: Partial<Query>) => string
  /** Whether anything is left out of the list. */
  isFiltered: (query: Query) => boolean
  /** The filters that are shown, in the order of the address. */
  filters: readonly ShownFilter<Query>[]
  /** How the list is sorted by a column: as it is now, and as its head asks for; null where it cannot be. */
  sortBy: (query: Query, column: string) => { now: Direction | null; next: Query } | null
  /** What of the query says only how the list is sorted. */
  sorted: (query: Query) => Partial<Query>
}

/** The type of a list's query. */
export type QueryOf<Definition> = Definition extends ListQueryDefinition<infer Query> ? Query : never
/** The key of a list's rows, in whatever order. */
export type KeyOf<Definition> =
  QueryOf<Definition> extends { cursor: infer Cursor } ? WithoutSide<NonNullable<Cursor>> : never
type WithoutSide<Cursor> = Cursor extends unknown ? Omit<Cursor, 'side'> : never
/** The same in the order that the list has by itself. */
export type OwnKeyOf<Definition> = Exclude<KeyOf<Definition>, SortedKey>

/** `own`: the order that the list has where none is asked for. Each is named as its column is. */
type Sorting<O extends Orders> = { own: ListSort<keyof O & string>; orders: O }

type SortedQuery<K extends KeyParts, O extends Orders> = [keyof O] extends [never]
  ? { cursor: ListCursor<KeyIn<K>> | null }
  : { sort: ListSort<keyof O & string> | null; cursor: ListCursor<KeyIn<K>> | ListCursor<SortedKey> | null }

/**
 * Fields in the order in which the address has them, the parts of the key by which pages are found, and the orders that
 * can be asked for besides. A cursor says of which order it is: in another one the list begins anew.
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

/** In an address, beside the fields of the list. */
const SORT = 'sort'
const DIRECTIONS: readonly Direction[] = ['ascending', 'descending']
const OTHER_WAY: Readonly<Record<Direction, Direction>> = { ascending: 'descending', descending: 'ascending' }

/** `name`, and the other way `-name`. */
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

/** Longer than any name or identifier that could be found. */
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

/** What is typed into the box above the list. `clean` takes out what may not stand in an address. */
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

/** Any text, such as an id; null where none is asked for. */
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

/** Any of the known values, in their own order, each once. */
export const several = <T extends string>(name: string, known: readonly T[]): ListField<readonly T[]> => ({
  name,
  blank: [],
  read: (params) => {
    // A choice among several gives them in one, with commas.
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

/** Parts of keys: a moment to the millisecond, an id, a sequence number, any text. */
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

/** From 0 on. */
export const count: KeyPart<number> = {
  write: String,
  read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : null),
}

/** Cents, which can exceed what a number holds exactly. */
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
