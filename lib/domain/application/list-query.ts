import type { ApplicationKind } from './kind'
import { APPLICATION_STATUSES, type ApplicationStatus } from './status'

/** What of the list of applications stands in its address, and so in a saved view. */
export type ListQuery = {
  search: string
  statuses: readonly ApplicationStatus[]
  kind: ApplicationKind | null
  /** As the partner names it; `NO_STAGE` where none is known. */
  stage: string | null
  ownership: string | null
  underwriting: Underwriting | null
  /** A person by id, whoever looks, or nobody. */
  assignee: string | 'me' | 'nobody' | null
  age: ListAge | null
  /** Those chosen in place of `STANDARD_COLUMNS`. */
  columns: readonly ListColumn[] | null
  place: ListPlace | null
}

export type ListCursor = { updatedAt: Date; id: string }
/** Where a page of the list begins: at what is older, or newer, than this row. */
export type ListPlace = ListCursor & { side: 'older' | 'newer' }

export const NO_STAGE = '-'

export const APPLICATION_KINDS = ['payfac', 'full'] as const satisfies readonly ApplicationKind[]

/** Who underwrites: the partner, we, or nobody has said. */
export const UNDERWRITINGS = ['partner', 'own', 'open'] as const
export type Underwriting = (typeof UNDERWRITINGS)[number]

/** `started` at most so many days ago, `older` than that, or `idle`: not changed for so many. */
export const LIST_AGES = [
  { slug: 'started-7', measure: 'started', days: 7 },
  { slug: 'started-30', measure: 'started', days: 30 },
  { slug: 'older-30', measure: 'older', days: 30 },
  { slug: 'older-90', measure: 'older', days: 90 },
  { slug: 'idle-7', measure: 'idle', days: 7 },
  { slug: 'idle-30', measure: 'idle', days: 30 },
] as const
export type ListAge = (typeof LIST_AGES)[number]['slug']

/** Columns that can be chosen, in the order in which they stand; number, merchant and status always do. */
export const LIST_COLUMNS = [
  'ownership',
  'underwriting',
  'tax-id',
  'stage',
  'opportunity',
  'account',
  'assignee',
  'documents',
  'started',
  'started-by',
  'changed',
] as const
export type ListColumn = (typeof LIST_COLUMNS)[number]

export const STANDARD_COLUMNS: readonly ListColumn[] = [
  'ownership',
  'stage',
  'assignee',
  'documents',
  'changed',
]

export const WHOLE_LIST: ListQuery = {
  search: '',
  statuses: [],
  kind: null,
  stage: null,
  ownership: null,
  underwriting: null,
  assignee: null,
  age: null,
  columns: null,
  place: null,
}

/** Applications of a status are counted no further than this, and what is more is shown as "1,000+". */
export const COUNTED = 1_000

/** Longer than any name that could be found. */
export const MAX_SEARCH = 255

/** Reads an address that anybody may have written: what is unknown or broken is left out. */
export function readListQuery(params: URLSearchParams): ListQuery {
  const one = (name: string) => params.get(name) ?? ''
  const oneOf = <T extends string>(name: string, known: readonly T[]): T | null =>
    known.find((value) => value === one(name)) ?? null
  const several = <T extends string>(name: string, known: readonly T[]): T[] => {
    const given = new Set(params.getAll(name))
    return known.filter((value) => given.has(value))
  }
  const columns = several('column', LIST_COLUMNS)
  return {
    search: cleanSearch(one('q')),
    statuses: several('status', APPLICATION_STATUSES),
    kind: oneOf('kind', APPLICATION_KINDS),
    stage: plainText(one('stage')) || null,
    ownership: plainText(one('ownership')) || null,
    underwriting: oneOf('underwriting', UNDERWRITINGS),
    assignee: oneOf('assignee', ['me', 'nobody']) ?? (UUID.test(one('assignee')) ? one('assignee') : null),
    age: oneOf(
      'age',
      LIST_AGES.map(({ slug }) => slug),
    ),
    columns: columns.length === 0 || isStandard(columns) ? null : columns,
    place: readPlace('older', one('after')) ?? readPlace('newer', one('before')),
  }
}

/** The query of the address, without its `?`; empty where nothing is asked for. */
export function writeListQuery(query: Partial<ListQuery>): string {
  const params = new URLSearchParams()
  const set = (name: string, value: string | null | undefined) => {
    if (value) params.set(name, value)
  }
  set('q', query.search)
  for (const status of query.statuses ?? []) params.append('status', status)
  set('kind', query.kind)
  set('stage', query.stage)
  set('ownership', query.ownership)
  set('underwriting', query.underwriting)
  set('assignee', query.assignee)
  set('age', query.age)
  for (const column of query.columns ?? []) params.append('column', column)
  if (query.place) {
    const { side, updatedAt, id } = query.place
    params.set(side === 'older' ? 'after' : 'before', `${updatedAt.toISOString()}~${id}`)
  }
  return params.toString()
}

/** Whether anything is left out of the list; columns leave nothing out. */
export const isFiltered = (query: ListQuery): boolean =>
  writeListQuery({ ...query, columns: null, place: null }) !== ''

const isStandard = (columns: readonly ListColumn[]) =>
  columns.length === STANDARD_COLUMNS.length && columns.every((column) => STANDARD_COLUMNS.includes(column))

/** PostgreSQL takes no NUL in a text. */
const plainText = (text: string): string =>
  text.replaceAll('\u0000', '').toWellFormed().trim().slice(0, MAX_SEARCH)

/**
 * A search as it may stand in an address. Of a whole tax id, SSN, account or card number only the last four
 * digits stay: no identity belongs into an address, and nothing is found by one.
 */
export const cleanSearch = (text: string): string => plainText(text).replace(LONG_NUMBER, lastFour)

const LONG_NUMBER = /(?<![A-Za-z0-9])\d(?:[ .–-]?\d){8,}(?![A-Za-z0-9])/g

/** A record id of digits alone stays: it begins as the ids of accounts, contacts and opportunities do. */
const lastFour = (number: string): string =>
  /^00[136](?:\d{12}|\d{15})$/.test(number) ? number : number.replace(/\D/g, '').slice(-4)

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function readPlace(side: ListPlace['side'], text: string): ListPlace | null {
  const [moment = '', id = ''] = text.split('~', 2)
  const isMoment =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(moment) && !Number.isNaN(Date.parse(moment))
  return isMoment && UUID.test(id) ? { side, updatedAt: new Date(moment), id } : null
}
