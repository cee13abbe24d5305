import type { Route } from 'next'
import type { ReactNode } from 'react'
import { Button, LinkButton } from '@/components/ui/button'

/** Search and filters of a short list: a plain form, so that what is asked for stands in the address without script. */
export function FilterForm({
  address,
  query,
  search,
  isFiltered,
  children,
}: {
  address: Route
  /** As the address has it: another one makes the fields anew. */
  query: string
  search: { label: string; placeholder: string; maxLength: number; value: string }
  isFiltered: boolean
  children?: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> can hold a form, and not be one
    <form key={query} role="search" action={address} className="flex flex-wrap items-end gap-2">
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
      <Button type="submit">Show</Button>
      {isFiltered && (
        <LinkButton variant="ghost" prefetch={false} href={address}>
          Clear filters
        </LinkButton>
      )}
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
