'use client'

import type { Route } from 'next'
import { type ReactNode, useRef } from 'react'
import { LinkButton } from '@/components/ui/button'
import type { ListQueryDefinition } from '@/lib/domain/lists/list-query'
import { DensitySwitch } from './density-switch'
import { formQuery } from './kept-query'
import { withQuery } from './list-address'
import { useAsk } from './use-ask'

/** Search and filters of a short list, which apply as they are changed. What is asked for stands in the address. */
export function FilterForm<Query>({
  address,
  list,
  query,
  search,
  children,
}: {
  address: Route
  list: ListQueryDefinition<Query>
  query: Query
  search: { label: string; placeholder: string; maxLength: number; value: string }
  children?: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const ask = useAsk(form, list.write({ ...query, place: null }), (typed) =>
    withQuery(address, list.write(list.read(formQuery(typed)))),
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
      <input
        type="search"
        name="q"
        defaultValue={search.value}
        maxLength={search.maxLength}
        aria-label={search.label}
        placeholder={search.placeholder}
        className="control min-w-0 flex-[1_1_18rem] sm:max-w-md"
      />
      {children}
      {/* With several boxes to type in, browsers take Enter for nothing without one. */}
      <button type="submit" hidden />
      {list.isFiltered(query) && (
        <LinkButton variant="ghost" href={address}>
          Clear filters
        </LinkButton>
      )}
      <div className="ms-auto">
        <DensitySwitch />
      </div>
    </form>
  )
}

/** One of several values; `any` is what it says where none is asked for. */
export function SelectFilter({
  name,
  label,
  any,
  value,
  options,
}: {
  name: string
  label: string
  any: string
  value: string | null | undefined
  options: readonly (readonly [value: string, words: string])[]
}) {
  return (
    <select
      name={name}
      defaultValue={value ?? ''}
      aria-label={label}
      className="control control-select w-auto"
    >
      <option value="">{any}</option>
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  )
}

export function FlagFilter({ name, on, children }: { name: string; on: boolean; children: ReactNode }) {
  return (
    <label className="flex min-h-8.5 items-center gap-2 text-sm">
      <input type="checkbox" name={name} value="1" defaultChecked={on} className="size-4" />
      {children}
    </label>
  )
}
