'use client'

import { ListFilter, Search } from 'lucide-react'
import type { Route } from 'next'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button, LinkButton } from '@/components/ui/button'
import { formQuery, KeptQuery } from './kept-query'

type SearchBox = {
  label: string
  placeholder: string
  maxLength: number
  /** What the address searches for. */
  search: string
}

/** The search of a list, and what opens its filters; `form` is the id by which they belong to it. */
export function SearchBar({
  form,
  action,
  box: { label, placeholder, maxLength, search },
  kept,
  cleared,
  busy,
  filters,
  onAsk,
  children,
}: {
  form: string
  action: Route
  box: SearchBox
  /** The query of an address of which the search changes nothing. */
  kept: string
  /** The same list without the search. */
  cleared: Route
  busy: boolean
  filters: { open: boolean; active: number; onToggle: () => void }
  /** Asks for what was typed, and says what the box shows then. */
  onAsk: (typed: URLSearchParams) => string
  children?: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)

  // Another address shows what it searches for, also after the back button; the focus stays in the
  // box, and what was typed before this script ran stays as well.
  const shown = useRef(search)
  useEffect(() => {
    if (!input.current || shown.current === search) return
    shown.current = search
    input.current.value = search
  }, [search])

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const asked = onAsk(formQuery(event.currentTarget))
    if (input.current) input.current.value = asked
  }

  return (
    <div className="flex flex-wrap gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: <search> can hold a form, and not be one */}
      <form
        id={form}
        role="search"
        action={action}
        onSubmit={ask}
        className="flex min-w-0 flex-[1_1_20rem] gap-2 sm:max-w-xl"
      >
        <KeptQuery query={kept} />
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
        <Button type="submit" busy={busy}>
          <Search aria-hidden="true" />
          Search
        </Button>
      </form>
      {search !== '' && (
        <LinkButton variant="ghost" prefetch={false} href={cleared}>
          Clear
        </LinkButton>
      )}
      <Button aria-expanded={filters.open} onClick={filters.onToggle}>
        <ListFilter aria-hidden="true" />
        Filters
        {filters.active > 0 && <Badge tone="progress">{filters.active}</Badge>}
      </Button>
      {children && <div className="flex flex-wrap gap-2 lg:ms-auto">{children}</div>}
    </div>
  )
}
