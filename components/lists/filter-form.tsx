'use client'

import type { Route } from 'next'
import { type ReactNode, useRef } from 'react'
import { LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import type { Choices, FilterControl, ListQueryDefinition } from '@/lib/domain/lists/list-query'
import { CarriedQuery, formQuery } from './carried-query'
import { DensitySwitch } from './density-switch'
import { withQuery } from './list-address'
import { useAsk } from './use-ask'

/**
 * Search, if the list has one, and filters of a short list. They apply as they change, and their state is in the
 * address. The list's definition says which filters there are.
 */
export function FilterForm<Query>({
  address,
  list,
  query,
  search,
  choices,
}: {
  address: Route
  list: ListQueryDefinition<Query>
  query: Query
  search?: { label: string; placeholder: string; maxLength: number; value: string }
  /** Options that only this page knows; null hides the filter. */
  choices?: Readonly<Partial<Record<keyof Query, Choices | null>>>
}) {
  const form = useRef<HTMLFormElement>(null)
  const sorted = list.write(list.sorted(query))
  const ask = useAsk(form, list.write({ ...query, cursor: null }), (typed) =>
    withQuery(address, list.write(list.read(formQuery(typed)))),
  )
  const filter = ({ key, name, control, valueIn }: (typeof list.filters)[number]) =>
    choices?.[key] !== null && (
      <Filter key={key} name={name} control={control} choices={choices?.[key]} value={valueIn(query)} />
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> can hold a form, and not be one
    <form
      ref={form}
      role="search"
      action={address}
      onSubmit={(event) => {
        event.preventDefault()
        ask.submit()
      }}
      onChange={ask.change}
      className="flex flex-wrap items-end gap-2"
    >
      <CarriedQuery query={sorted} />
      {search && (
        <input
          type="search"
          name="q"
          defaultValue={search.value}
          maxLength={search.maxLength}
          aria-label={search.label}
          placeholder={search.placeholder}
          className="control min-w-0 flex-[1_1_18rem] sm:max-w-md"
        />
      )}
      {list.filters.filter(({ control }) => control.kind !== 'day').map(filter)}
      {/* From and To stay together when the line wraps. */}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {list.filters.filter(({ control }) => control.kind === 'day').map(filter)}
      </div>
      {/* Browsers ignore Enter in a form with several text boxes and no submit button. */}
      <button type="submit" hidden />
      {list.isFiltered(query) && (
        <LinkButton variant="ghost" href={withQuery(address, sorted)}>
          Clear filters
        </LinkButton>
      )}
      <div className="ms-auto">
        <DensitySwitch />
      </div>
    </form>
  )
}

function Filter({
  name,
  control,
  choices,
  value,
}: {
  name: string
  control: FilterControl
  choices: Choices | undefined
  value: string
}) {
  if (control.kind === 'flag')
    return (
      <label className="flex min-h-8.5 items-center gap-2 text-sm">
        <input type="checkbox" name={name} value="1" defaultChecked={value !== ''} className="size-4" />
        {control.label}
      </label>
    )
  if (control.kind === 'day')
    return (
      <label className="flex items-center gap-1.5 text-sm text-muted">
        {control.label}
        <input type="date" name={name} defaultValue={value} className="control w-auto" />
      </label>
    )
  const offered = choices ?? control.choices
  const isGrouped = offered.some((choice) => 'title' in choice)
  return (
    <select
      name={name}
      defaultValue={value}
      aria-label={control.label}
      className={classNames('control control-select w-auto', isGrouped && 'max-w-56')}
    >
      <option value="">{control.any}</option>
      {offered.map((choice) =>
        'title' in choice ? (
          <optgroup key={choice.title} label={choice.title}>
            <Options choices={choice.choices} />
          </optgroup>
        ) : (
          <Options key={choice[0]} choices={[choice]} />
        ),
      )}
    </select>
  )
}

const Options = ({ choices }: { choices: Choices }): ReactNode =>
  choices.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))
