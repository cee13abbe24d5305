import { useId } from 'react'
import type { FilterChip } from '@/components/lists/filter-chips'
import { LinkButton } from '@/components/ui/button'
import {
  APPLICATION_KINDS,
  type ApplicationListQuery,
  LIST_AGES,
  type ListAge,
  NO_STAGE,
  UNDERWRITINGS,
  type Underwriting,
} from '@/lib/domain/application/list-query'
import type { ApplicationListView } from '@/lib/server/applications/list-loaders'
import { listAddress } from './application-list-address'
import { KIND_WORDS } from './kind-words'

/** The filters that are chosen from lists; statuses and search have places of their own. */
const NAMES = {
  kind: 'Kind',
  stage: 'Stage',
  ownership: 'Ownership',
  underwriting: 'Underwriting',
  assignee: 'Assignee',
  age: 'Age',
  import: 'Import',
} as const
type FilterName = keyof typeof NAMES
const FILTERS = Object.keys(NAMES) as FilterName[]

/** None of them, as an address says it. */
export const NO_FILTERS = {
  kind: null,
  stage: null,
  ownership: null,
  underwriting: null,
  assignee: null,
  age: null,
  import: null,
} satisfies Pick<ApplicationListQuery, FilterName>

const UNDERWRITING_WORDS: Record<Underwriting, string> = {
  partner: 'By the partner',
  own: 'By us',
  open: 'Not answered yet',
}

const AGE_WORDS: Record<ListAge, string> = {
  'started-7': 'Started in the last 7 days',
  'started-30': 'Started in the last 30 days',
  'older-30': 'Started over 30 days ago',
  'older-90': 'Started over 90 days ago',
  'idle-7': 'Unchanged for 7 days',
  'idle-30': 'Unchanged for 30 days',
}

/** What is asked for by an id, and is in no list. */
const UNLISTED: Partial<Record<FilterName, string>> = {
  assignee: 'Someone else',
  import: 'From one import',
}

type Choices = Pick<ApplicationListView, 'people' | 'stages' | 'ownerships'>

type Option = readonly [value: string, words: string]

/** What each can be set to, beside "any". What the address asks for is among it, whatever it is. */
function optionsOf(
  name: FilterName,
  { people, stages, ownerships }: Choices,
  query: ApplicationListQuery,
): Option[] {
  const same = (value: string): Option => [value, value]
  const known: Record<FilterName, () => Option[]> = {
    kind: () => APPLICATION_KINDS.map((kind) => [kind, KIND_WORDS[kind].name]),
    stage: () => [...stages.map(same), [NO_STAGE, 'Not known']],
    ownership: () => ownerships.map(same),
    underwriting: () => UNDERWRITINGS.map((mode) => [mode, UNDERWRITING_WORDS[mode]]),
    assignee: () => [
      ['me', 'Me'],
      ['nobody', 'Unassigned'],
      ...people.map(({ id, name }): Option => [id, name]),
    ],
    age: () => LIST_AGES.map(({ slug }) => [slug, AGE_WORDS[slug]]),
    // Reached from an import alone.
    import: () => [],
  }
  const options = known[name]()
  const asked = query[name]
  if (asked === null || options.some(([value]) => value === asked)) return options
  return [...options, [asked, UNLISTED[name] ?? asked]]
}

export const activeFilters = (query: ApplicationListQuery): FilterName[] =>
  FILTERS.filter((name) => query[name] !== null)

/** The lists to choose from. They belong to the form that searches: both are asked for together. */
export function FilterFields({
  form,
  choices,
  query,
}: {
  /** The id of that form. */
  form: string
  choices: Choices
  query: ApplicationListQuery
}) {
  const id = useId()
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3.5">
      <div className="grid gap-3 sm:grid-cols-2 md:grid-cols-3 xl:grid-cols-6">
        {FILTERS.filter((name) => name !== 'import' || query.import !== null).map((name) => (
          <div key={name} className="flex min-w-0 flex-col gap-1">
            <label htmlFor={`${id}-${name}`} className="text-sm font-medium">
              {NAMES[name]}
            </label>
            <select
              id={`${id}-${name}`}
              form={form}
              name={name}
              defaultValue={query[name] ?? ''}
              className="control control-select"
            >
              <option value="">Any</option>
              {optionsOf(name, choices, query).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
      {activeFilters(query).length > 0 && (
        <div>
          <LinkButton variant="ghost" href={listAddress({ ...query, ...NO_FILTERS, place: null })}>
            Clear filters
          </LinkButton>
        </div>
      )}
    </div>
  )
}

/** What the list is narrowed by. */
export const filterChips = (choices: Choices, query: ApplicationListQuery): FilterChip[] =>
  activeFilters(query).map((name) => ({
    name: NAMES[name],
    words: optionsOf(name, choices, query).find(([value]) => value === query[name])?.[1],
    without: listAddress({ ...query, [name]: null, place: null }),
  }))
