import {
  anyText,
  choicesOf,
  count,
  defineListQuery,
  fromA,
  fromTop,
  inSteps,
  type KeyOf,
  keyText,
  type ListField,
  MAX_LIST_TEXT,
  moment,
  type OwnKeyOf,
  oneOf,
  plainText,
  type QueryOf,
  searchText,
  serial,
  several,
  shown,
  uuid,
} from '@/lib/domain/lists/list-query'
import { isUuid } from '@/lib/domain/values/uuid'
import type { ApplicationKind } from './kind'
import { KIND_LABELS } from './kind-labels'
import { LIST_FILTERS } from './status'

export const NO_STAGE = '-'

export const APPLICATION_KINDS = ['payfac', 'full'] as const satisfies readonly ApplicationKind[]

/** Who underwrites: the partner, we, or not answered. */
export const UNDERWRITINGS = ['partner', 'own', 'open'] as const
export type Underwriting = (typeof UNDERWRITINGS)[number]
const UNDERWRITING_LABELS: Readonly<Record<Underwriting, string>> = {
  partner: 'By the partner',
  own: 'By us',
  open: 'Not answered yet',
}

/** Started at most `days` ago, longer ago (`older`), or unchanged for that long (`idle`). */
export const LIST_AGES = [
  { slug: 'started-7', measure: 'started', days: 7, words: 'Started in the last 7 days' },
  { slug: 'started-30', measure: 'started', days: 30, words: 'Started in the last 30 days' },
  { slug: 'older-30', measure: 'older', days: 30, words: 'Started over 30 days ago' },
  { slug: 'older-90', measure: 'older', days: 90, words: 'Started over 90 days ago' },
  { slug: 'idle-7', measure: 'idle', days: 7, words: 'Unchanged for 7 days' },
  { slug: 'idle-30', measure: 'idle', days: 30, words: 'Unchanged for 30 days' },
] as const
export type ListAge = (typeof LIST_AGES)[number]['slug']

/** Drafts that can be sent as they are, and those that cannot. */
export const READINESS_FILTERS = ['ready', 'incomplete'] as const
export type ReadinessFilter = (typeof READINESS_FILTERS)[number]
const READINESS_FILTER_LABELS: Readonly<Record<ReadinessFilter, string>> = {
  ready: 'Ready to send',
  incomplete: 'Incomplete drafts',
}

/** The columns that can be chosen, in display order. Number, merchant and status are always shown. */
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

/** Counts of a status stop here and show "1,000+". */
export const COUNTED = 1_000

/**
 * The search text as it may be in an address. A whole tax ID, SSN, account or card number is cut to its last four
 * digits: no identity belongs in an address, and none can be searched for.
 */
export const cleanSearch = (text: string): string =>
  plainText(text, MAX_LIST_TEXT).replace(LONG_NUMBER, lastFour)

const LONG_NUMBER = /(?<![A-Za-z0-9])\d(?:[ .–-]?\d){8,}(?![A-Za-z0-9])/g

/** A record ID made of digits only is kept: it begins like the IDs of accounts, contacts and opportunities. */
const lastFour = (number: string): string =>
  /^00[136](?:\d{12}|\d{15})$/.test(number) ? number : number.replace(/\D/g, '').slice(-4)

/** A person by ID, `me` for whoever is looking, or `no one`. */
const assignee: ListField<string | 'me' | 'nobody' | null> = {
  ...anyText('assignee'),
  read: (params) => {
    const given = params.get('assignee') ?? ''
    return given === 'me' || given === 'nobody' || isUuid(given) ? given : null
  },
}

/** Columns chosen in place of `STANDARD_COLUMNS`. */
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

/** The filters of the application list that its address holds, and so a saved view. */
export const applicationList = defineListQuery(
  {
    search: searchText('q', { clean: cleanSearch }),
    statuses: several('status', LIST_FILTERS),
    kind: shown(oneOf('kind', APPLICATION_KINDS), {
      kind: 'choice',
      label: 'Kind',
      any: 'Any',
      choices: choicesOf(APPLICATION_KINDS, (kind) => KIND_LABELS[kind].name),
    }),
    /** By the partner's name; `NO_STAGE` if unknown. */
    stage: shown(anyText('stage'), { kind: 'choice', label: 'Stage', any: 'Any', choices: [] }),
    ownership: shown(anyText('ownership'), { kind: 'choice', label: 'Ownership', any: 'Any', choices: [] }),
    underwriting: shown(oneOf('underwriting', UNDERWRITINGS), {
      kind: 'choice',
      label: 'Underwriting',
      any: 'Any',
      choices: choicesOf(UNDERWRITINGS, (mode) => UNDERWRITING_LABELS[mode]),
    }),
    assignee: shown(assignee, { kind: 'choice', label: 'Assignee', any: 'Any', choices: [] }),
    age: shown(
      oneOf(
        'age',
        LIST_AGES.map(({ slug }) => slug),
      ),
      {
        kind: 'choice',
        label: 'Age',
        any: 'Any',
        choices: LIST_AGES.map(({ slug, words }) => [slug, words] as const),
      },
    ),
    readiness: shown(oneOf('readiness', READINESS_FILTERS), {
      kind: 'choice',
      label: 'Readiness',
      any: 'Any',
      choices: choicesOf(READINESS_FILTERS, (readiness) => READINESS_FILTER_LABELS[readiness]),
    }),
    /** Applications that one import created. */
    import: shown(
      { ...anyText('import'), read: readImportId },
      { kind: 'choice', label: 'Import', any: 'Any', choices: [] },
    ),
    columns,
  },
  { updatedAt: moment, id: uuid },
  {
    own: { by: 'changed', direction: 'descending' },
    orders: {
      number: fromTop(serial),
      merchant: fromA(keyText),
      status: inSteps(count),
      started: fromTop(moment),
      changed: fromTop(moment),
    },
  },
)

export type ApplicationListQuery = QueryOf<typeof applicationList>
export type ApplicationKey = KeyOf<typeof applicationList>
export type OwnApplicationKey = OwnKeyOf<typeof applicationList>
