import { type ReactNode, useId } from 'react'
import { Option } from '@/components/forms/option'
import type { FilterChip } from '@/components/lists/filter-chips'
import { LinkButton } from '@/components/ui/button'
import { Day } from '@/components/ui/date-time'
import { Money } from '@/components/ui/money'
import type { CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import { EVENT_STATES, FUNDING_STATUSES } from '@/lib/domain/callbacks/event'
import { FUNDING_LABELS, STATE_LABELS } from '@/lib/domain/callbacks/event-labels'
import { SALE_STAGES, STAGE_LABELS } from '@/lib/domain/callbacks/sale-stage'
import { exactCents } from '@/lib/domain/values/money'
import type { CallbackListView, SourceView } from '@/lib/server/callbacks/log/views'
import { callbackAddress, type FilterProblems, sourceValue } from './callback-address'

/** No filters, as an address writes them. */
export const NO_FILTERS = {
  states: [],
  funding: [],
  stages: [],
  profileId: null,
  merchantId: null,
  from: null,
  to: null,
  atLeastMinor: null,
  atMostMinor: null,
  repeated: false,
  short: false,
} satisfies Partial<CallbackListQuery>

/** The filter fields. They belong to the search form, because both are applied together. */
export function LogFilters({
  form,
  view,
  query,
  problems,
  isFiltered,
}: {
  /** The id of the search form. */
  form: string
  view: CallbackListView
  query: CallbackListQuery
  problems: FilterProblems
  isFiltered: boolean
}) {
  const id = useId()
  const cents = (amountMinor: number | null) => (amountMinor === null ? '' : exactCents(amountMinor))
  const box = (name: string, type: 'date' | 'text', value: string) => ({
    id: `${id}-${name}`,
    form,
    name,
    type,
    defaultValue: value,
    className: 'control',
  })
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3.5">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
        <Field id={`${id}-source`} label="Source">
          <select
            id={`${id}-source`}
            form={form}
            name="source"
            defaultValue={sourceValue(query)}
            className="control control-select"
          >
            <option value="">All sources</option>
            {sourceOptions(view, query).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </Field>
        <Field id={`${id}-from`} label="Received from">
          <input {...box('from', 'date', query.from ?? '')} />
        </Field>
        <Field id={`${id}-to`} label="Received to" problem={problems.to}>
          <input {...box('to', 'date', query.to ?? '')} {...invalid(`${id}-to`, problems.to)} />
        </Field>
        <Field id={`${id}-min`} label="Amount from" problem={problems.min}>
          <input
            {...box('min', 'text', cents(query.atLeastMinor))}
            {...invalid(`${id}-min`, problems.min)}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
          />
        </Field>
        <Field id={`${id}-max`} label="Amount to" problem={problems.max}>
          <input
            {...box('max', 'text', cents(query.atMostMinor))}
            {...invalid(`${id}-max`, problems.max)}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <Boxes legend="State">
          {EVENT_STATES.map((state) => (
            <Option
              key={state}
              type="checkbox"
              form={form}
              name="state"
              value={state}
              defaultChecked={query.states.includes(state)}
              label={STATE_LABELS[state].label}
            />
          ))}
        </Boxes>
        <Boxes legend="Funding">
          {FUNDING_STATUSES.map((status) => (
            <Option
              key={status}
              type="checkbox"
              form={form}
              name="funding"
              value={status}
              defaultChecked={query.funding.includes(status)}
              label={FUNDING_LABELS[status].label}
            />
          ))}
          {view.seesMoney && (
            <Option
              type="checkbox"
              form={form}
              name="short"
              value="1"
              defaultChecked={query.short}
              label="Funded for less than the sale"
            />
          )}
        </Boxes>
        <Boxes legend="Stage">
          {SALE_STAGES.map((stage) => (
            <Option
              key={stage}
              type="checkbox"
              form={form}
              name="stage"
              value={stage}
              defaultChecked={query.stages.includes(stage)}
              label={STAGE_LABELS[stage]}
            />
          ))}
        </Boxes>
        <Boxes legend="Deliveries">
          <Option
            type="checkbox"
            form={form}
            name="repeated"
            value="1"
            defaultChecked={query.repeated}
            label="Repeated"
          />
        </Boxes>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isFiltered && (
          <LinkButton variant="ghost" href={callbackAddress({ ...query, ...NO_FILTERS, cursor: null })}>
            Clear filters
          </LinkButton>
        )}
        {view.days.today !== (query.from === query.to ? query.from : null) && (
          <LinkButton
            variant="ghost"
            href={callbackAddress({ ...query, from: view.days.today, to: view.days.today, cursor: null })}
          >
            Received today
          </LinkButton>
        )}
        <p className="text-xs text-muted">Business days: {view.days.words}.</p>
      </div>
    </div>
  )
}

const invalid = (id: string, problem: string | undefined) =>
  problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-problem` }

function Field({
  id,
  label,
  problem,
  children,
}: {
  id: string
  label: string
  problem?: string
  children: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className="text-sm text-bad-ink">
          {problem}
        </p>
      )}
    </div>
  )
}

function Boxes({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-0.5 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-3">{children}</div>
    </fieldset>
  )
}

/** Each profile with several receivers as a whole, and each receiver. Always includes the current filter. */
function sourceOptions(
  { sources, profiles }: CallbackListView,
  query: CallbackListQuery,
): [string, string][] {
  const options = [...Map.groupBy(sources, ({ profileId }) => profileId)].flatMap(
    ([profileId, own]): [string, string][] => [
      ...(own.length > 1
        ? [[profileId, `All of ${profileName(profiles, profileId)}`] as [string, string]]
        : []),
      ...own.map((source): [string, string] => [sourceValue(source), sourceName(source)]),
    ],
  )
  const asked = sourceValue(query)
  return asked === '' || options.some(([value]) => value === asked) ? options : [...options, [asked, asked]]
}

const profileName = (profiles: CallbackListView['profiles'], profileId: string): string =>
  profiles.find((profile) => profile.profileId === profileId)?.label ?? `profile ${profileId}`

const sourceName = ({ label, profileId, merchantId }: SourceView): string =>
  `${label} (${merchantId === '' ? profileId : merchantId})`

type ActiveFilter = { name: string; words: ReactNode; without: Partial<CallbackListQuery> }

/** The active filters, except the search. */
export function activeFilters(view: CallbackListView, query: CallbackListQuery): ActiveFilter[] {
  const { states, funding, stages, from, to, atLeastMinor, atMostMinor } = query
  const source = sourceValue(query)
  return [
    source !== '' && {
      name: 'Source',
      words: <bdi>{sourceOptions(view, query).find(([value]) => value === source)?.[1]}</bdi>,
      without: { profileId: null, merchantId: null },
    },
    ...states.map((state) => ({
      name: 'State',
      words: STATE_LABELS[state].label,
      without: { states: states.filter((one) => one !== state) },
    })),
    ...funding.map((status) => ({
      name: 'Funding',
      words: FUNDING_LABELS[status].label,
      without: { funding: funding.filter((one) => one !== status) },
    })),
    ...stages.map((stage) => ({
      name: 'Stage',
      words: STAGE_LABELS[stage],
      without: { stages: stages.filter((one) => one !== stage) },
    })),
    from !== null && { name: 'Received from', words: <Day day={from} />, without: { from: null } },
    to !== null && { name: 'Received to', words: <Day day={to} />, without: { to: null } },
    atLeastMinor !== null && {
      name: 'Amount from',
      words: <Money amountMinor={atLeastMinor} />,
      without: { atLeastMinor: null },
    },
    atMostMinor !== null && {
      name: 'Amount to',
      words: <Money amountMinor={atMostMinor} />,
      without: { atMostMinor: null },
    },
    query.short &&
      view.seesMoney && { name: 'Funding', words: 'Less than the sale', without: { short: false } },
    query.repeated && { name: 'Deliveries', words: 'Repeated', without: { repeated: false } },
  ].filter((filter) => filter !== false)
}

export const filterChips = (active: readonly ActiveFilter[], query: CallbackListQuery): FilterChip[] =>
  active.map(({ without, ...chip }) => ({
    ...chip,
    without: callbackAddress({ ...query, ...without, cursor: null }),
  }))
