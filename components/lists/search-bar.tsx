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
  /** What the address searches for. */
  search: string
}

/**
 * The search of a list, and what opens its filters; both apply as they are changed. `form` is the id by which the
 * filters belong to it.
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
  /** The query of the address, as the fields of search and filters say it. */
  fields: string
  /** The query of an address of which the search changes nothing. */
  kept: string
  /** The same list without the search. */
  cleared: Route
  filters: { open: boolean; active: number; onToggle: () => void; panel: ReactNode }
  /** The address that is asked for, null where it cannot be; and what the box shows then. */
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
