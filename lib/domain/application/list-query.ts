import {
  anyText,
  defineListQuery,
  isUuid,
  type KeyOf,
  type ListField,
  MAX_LIST_TEXT,
  moment,
  oneOf,
  plainText,
  type QueryOf,
  searchText,
  several,
  uuid,
} from '@/lib/domain/lists/list-query'
import type { ApplicationKind } from './kind'
import { LIST_FILTERS } from './status'

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

/** Applications of a status are counted no further than this, and what is more is shown as "1,000+". */
export const COUNTED = 1_000

/**
 * A search as it may stand in an address. Of a whole tax id, SSN, account or card number only the last four
 * digits stay: no identity belongs into an address, and nothing is found by one.
 */
export const cleanSearch = (text: string): string =>
  plainText(text, MAX_LIST_TEXT).replace(LONG_NUMBER, lastFour)

const LONG_NUMBER = /(?<![A-Za-z0-9])\d(?:[ .–-]?\d){8,}(?![A-Za-z0-9])/g

/** A record id of digits alone stays: it begins as the ids of accounts, contacts and opportunities do. */
const lastFour = (number: string): string =>
  /^00[136](?:\d{12}|\d{15})$/.test(number) ? number : number.replace(/\D/g, '').slice(-4)

/** A person by id, whoever looks, or nobody. */
const assignee: ListField<string | 'me' | 'nobody' | null> = {
  ...anyText('assignee'),
  read: (params) => {
    const given = params.get('assignee') ?? ''
    return given === 'me' || given === 'nobody' || isUuid(given) ? given : null
  },
}

/** Those chosen in place of `STANDARD_COLUMNS`. */
const columns: ListField<readonly ListColumn[] | null> = {
  blank: null,
  read: (params) => {
    const chosen = several('column', LIST_COLUMNS).read(params)
    return chosen.length === 0 || isStandard(chosen) ? null : chosen
  },
  write: (chosen) => several('column', LIST_COLUMNS).write(chosen ?? []),
  narrows: false,
}

const isStandard = (columns: readonly ListColumn[]) =>
  columns.length === STANDARD_COLUMNS.length && columns.every((column) => STANDARD_COLUMNS.includes(column))

const readImportId = (params: URLSearchParams): string | null => {
  const given = params.get('import') ?? ''
  return isUuid(given) ? given : null
}

/** What of the list of applications stands in its address, and so in a saved view. */
export const applicationList = defineListQuery(
  {
    search: searchText('q', { clean: cleanSearch }),
    statuses: several('status', LIST_FILTERS),
    kind: oneOf('kind', APPLICATION_KINDS),
    /** As the partner names it; `NO_STAGE` where none is known. */
    stage: anyText('stage'),
    ownership: anyText('ownership'),
    underwriting: oneOf('underwriting', UNDERWRITINGS),
    assignee,
    age: oneOf(
      'age',
      LIST_AGES.map(({ slug }) => slug),
    ),
    /** Those that one import made. */
    import: { ...anyText('import'), read: readImportId },
    columns,
  },
  { updatedAt: moment, id: uuid },
)

export type ApplicationListQuery = QueryOf<typeof applicationList>
export type ApplicationKey = KeyOf<typeof applicationList>
