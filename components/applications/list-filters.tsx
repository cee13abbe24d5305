import { useId } from 'react'
import type { FilterChip } from '@/components/lists/filter-chips'
import { LinkButton } from '@/components/ui/button'
import { type ApplicationListQuery, applicationList, NO_STAGE } from '@/lib/domain/application/list-query'
import type { Choices } from '@/lib/domain/lists/list-query'
import type { ApplicationListView } from '@/lib/server/applications/list-loaders'
import { listAddress } from './application-list-address'

/** Filters with a list to choose from. Status and search have places of their own. */
const FILTERS = applicationList.filters

/** The query without these filters. */
export const NO_FILTERS: Partial<ApplicationListQuery> = Object.fromEntries(
  FILTERS.map(({ key, blank }) => [key, blank]),
)

/** What the chip says of an ID that is not in the list. */
const UNLISTED: Partial<Record<keyof ApplicationListQuery, string>> = {
  assignee: 'Someone else',
  import: 'From one import',
}

type Offered = Pick<ApplicationListView, 'people' | 'stages' | 'ownerships'>
type Filter = (typeof FILTERS)[number]

/** Filters whose choices come from this desk's data. */
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

/** The choices besides "any". Whatever the address asks for is included. */
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

/** The filter fields. They belong to the search form, so both are submitted together. */
export function FilterFields({
  form,
  choices,
  query,
}: {
  /** The search form's ID. */
  form: string
  choices: Offered
  query: ApplicationListQuery
}) {
  const id = useId()
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3.5">
      <div className="grid gap-3 sm:grid-cols-2 md:grid-cols-3 xl:grid-cols-6">
        {FILTERS.map((filter) => [filter, choicesIn(filter, choices, query)] as const)
          // The import filter is set only from an import's own page.
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

/** The active filters. */
export const filterChips = (offered: Offered, query: ApplicationListQuery): FilterChip[] =>
  activeFilters(query).map((filter) => ({
    name: filter.control.label,
    words: choicesIn(filter, offered, query).find(([value]) => value === filter.valueIn(query))?.[1],
    without: listAddress({ ...query, [filter.key]: filter.blank, cursor: null }),
  }))
