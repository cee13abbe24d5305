'use client'

import { ListFilter, Search } from 'lucide-react'
import type { Route } from 'next'
import { type ReactNode, useRef } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button, LinkButton } from '@/components/ui/button'
import { CarriedQuery, formQuery } from './carried-query'
import { DensitySwitch } from './density-switch'
import { useAsk } from './use-ask'

type SearchBox = {
  label: string
  placeholder: string
  maxLength: number
  /** The search term in the current address. */
  search: string
}

/**
 * A list's search box and the button that opens its filters. Both apply as they change. The filters refer to the form
 * by the id `form`.
 */
export function SearchBar({
  form: id,
  action,
  box: { label, placeholder, maxLength, search },
  fields,
  kept,
  cleared,
  filters,
  onAsk,
  children,
}: {
  form: string
  action: Route
  box: SearchBox
  /** The current address's query, as form fields. */
  fields: string
  /** The part of the query that a search does not change. */
  kept: string
  /** The address of the list without the search. */
  cleared: Route
  filters: { open: boolean; active: number; onToggle: () => void; panel: ReactNode }
  /** Returns the address for the typed fields, or null if they are invalid, and the text for the box. */
  onAsk: (typed: URLSearchParams) => { address: Route | null; search: string }
  children?: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const ask = useAsk(form, fields, (typed) => onAsk(formQuery(typed)).address)

  return (
    <div onChange={ask.change} className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {/* biome-ignore lint/a11y/useSemanticElements: <search> can hold a form, and not be one */}
        <form
          ref={form}
          id={id}
          role="search"
          action={action}
          onSubmit={(event) => {
            event.preventDefault()
            const asked = onAsk(formQuery(event.currentTarget))
            ask.submit()
            if (input.current) input.current.value = asked.search
          }}
          className="flex min-w-0 flex-[1_1_20rem] gap-2 sm:max-w-xl"
        >
          <CarriedQuery query={kept} />
          <input
            ref={input}
            type="search"
            name="q"
            defaultValue={search}
            maxLength={maxLength}
            aria-label={label}
            placeholder={placeholder}
            className="control min-w-0"
          />
          <Button type="submit" busy={ask.busy}>
            <Search aria-hidden="true" />
            Search
          </Button>
        </form>
        {search !== '' && (
          <LinkButton variant="ghost" href={cleared}>
            Clear
          </LinkButton>
        )}
        <Button aria-expanded={filters.open} onClick={filters.onToggle}>
          <ListFilter aria-hidden="true" />
          Filters
          {filters.active > 0 && <Badge tone="progress">{filters.active}</Badge>}
        </Button>
        <div className="flex flex-wrap gap-2 lg:ms-auto">
          {children}
          <DensitySwitch />
        </div>
      </div>
      {filters.open && filters.panel}
    </div>
  )
}
