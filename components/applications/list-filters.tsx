import { useId } from 'react'
import type { FilterChip } from '@/components/lists/filter-chips'
import { LinkButton } from '@/components/ui/button'
import { type ApplicationListQuery, applicationList, NO_STAGE } from '@/lib/domain/application/list-query'
import type { Choices } from '@/lib/domain/lists/list-query'
import type { ApplicationListView } from '@/lib/server/applications/list-loaders'
import { listAddress } from './application-list-address'

/** The filters that are chosen from lists; statuses and search have places of their own. */
const FILTERS = applicationList.filters

/** None of them, as an address says it. */
export const NO_FILTERS: Partial<ApplicationListQuery> = Object.fromEntries(
  FILTERS.map(({ key, blank }) => [key, blank]),
)

/** What is asked for by an id, and is in no list. */
const UNLISTED: Partial<Record<keyof ApplicationListQuery, string>> = {
  assignee: 'Someone else',
  import: 'From one import',
}

type Offered = Pick<ApplicationListView, 'people' | 'stages' | 'ownerships'>
type Filter = (typeof FILTERS)[number]

/** What only this desk knows of a filter's choices. */
const own: Partial<Record<keyof ApplicationListQuery, (offered: Offered) => Choices>> = {
  stage: ({ stages }) => [...same(stages), [NO_STAGE, 'Not known']],
  ownership: ({ ownerships }) => same(ownerships),
  assignee: ({ people }) => [
    ['me', 'Me'],
    ['nobody', 'Unassigned'],
    ...people.map(({ id, name }) => [id, name] as const),
  ],
}

const same = (values: readonly string[]): Choices => values.map((value) => [value, value] as const)

/** What each can be set to, beside "any". What the address asks for is among it, whatever it is. */
function choicesIn(
  { key, control, valueIn }: Filter,
  offered: Offered,
  query: ApplicationListQuery,
): Choices {
  const known = own[key]?.(offered) ?? (control.kind === 'choice' ? (control.choices as Choices) : [])
  const asked = valueIn(query)
  if (asked === '' || known.some(([value]) => value === asked)) return known
  return [...known, [asked, UNLISTED[key] ?? asked]]
}

export const activeFilters = (query: ApplicationListQuery): Filter[] =>
  FILTERS.filter(({ valueIn }) => valueIn(query) !== '')

/** The lists to choose from. They belong to the form that searches: both are asked for together. */
export function FilterFields({
  form,
  choices,
  query,
}: {
  /** The id of that form. */
  form: string
  choices: Offered
  query: ApplicationListQuery
}) {
  const id = useId()
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3.5">
      <div className="grid gap-3 sm:grid-cols-2 md:grid-cols-3 xl:grid-cols-6">
        {FILTERS.map((filter) => [filter, choicesIn(filter, choices, query)] as const)
          // An import is reached from its own page alone.
          .filter(([, offered]) => offered.length > 0)
          .map(([{ name, control, valueIn }, offered]) => (
            <div key={name} className="flex min-w-0 flex-col gap-1">
              <label htmlFor={`${id}-${name}`} className="text-sm font-medium">
                {control.label}
              </label>
              <select
                id={`${id}-${name}`}
                form={form}
                name={name}
                defaultValue={valueIn(query)}
                className="control control-select"
              >
                <option value="">Any</option>
                {offered.map(([value, words]) => (
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
          <LinkButton variant="ghost" href={listAddress({ ...query, ...NO_FILTERS, cursor: null })}>
            Clear filters
          </LinkButton>
        </div>
      )}
    </div>
  )
}

/** What the list is narrowed by. */
export const filterChips = (offered: Offered, query: ApplicationListQuery): FilterChip[] =>
  activeFilters(query).map((filter) => ({
    name: filter.control.label,
    words: choicesIn(filter, offered, query).find(([value]) => value === filter.valueIn(query))?.[1],
    without: listAddress({ ...query, [filter.key]: filter.blank, cursor: null }),
  }))
