'use client'

import { ListFilter, Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useId, useRef, useState, useTransition } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button, LinkButton } from '@/components/ui/button'
import {
  type ListQuery,
  MAX_SEARCH,
  readListQuery,
  writeListQuery,
} from '@/lib/domain/application/list-query'
import { routes } from '@/lib/routes'
import type { ApplicationListView } from '@/lib/server/applications/list-loaders'
import { listAddress } from './application-list-address'
import { ColumnChoice } from './list-column-choice'
import { ExportButton } from './list-export-button'
import { ActiveFilters, activeFilters, FilterFields, NO_FILTERS } from './list-filters'
import { formQuery, KeptQuery } from './list-kept-query'

/** Search, filters, columns and export. All that is asked for goes into the address. */
export function ListSearch({ list, query }: { list: ApplicationListView; query: ListQuery }) {
  const router = useRouter()
  const [asking, startAsking] = useTransition()
  const [open, setOpen] = useState(false)
  const [shortened, setShortened] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const form = useId()
  const active = activeFilters(query).length

  // Another address shows what it searches for, also after the back button; the focus stays in the
  // box, and what was typed before this script ran stays as well.
  const shown = useRef(query.search)
  useEffect(() => {
    if (!box.current || shown.current === query.search) return
    shown.current = query.search
    box.current.value = query.search
  }, [query.search])

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = formQuery(event.currentTarget)
    const asked = readListQuery(typed)
    setShortened(asked.search !== (typed.get('q') ?? '').trim())
    if (box.current) box.current.value = asked.search
    startAsking(() => router.push(listAddress(asked)))
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {/* biome-ignore lint/a11y/useSemanticElements: <search> can hold a form, and not be one */}
        <form
          id={form}
          role="search"
          action={routes.applications}
          onSubmit={ask}
          className="flex min-w-0 flex-[1_1_20rem] gap-2 sm:max-w-xl"
        >
          <KeptQuery query={{ ...query, ...(open && NO_FILTERS), search: '', place: null }} />
          <input
            ref={box}
            type="search"
            name="q"
            defaultValue={query.search}
            maxLength={MAX_SEARCH}
            aria-label="Search applications"
            placeholder="Name, owner, A-1042, record ID, last four of tax ID"
            className="control min-w-0"
          />
          <Button type="submit" busy={asking}>
            <Search aria-hidden="true" />
            Search
          </Button>
        </form>
        {query.search !== '' && (
          <LinkButton
            variant="ghost"
            prefetch={false}
            href={listAddress({ ...query, search: '', place: null })}
          >
            Clear
          </LinkButton>
        )}
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          <ListFilter aria-hidden="true" />
          Filters
          {active > 0 && <Badge tone="progress">{active}</Badge>}
        </Button>
        <div className="flex flex-wrap gap-2 lg:ms-auto">
          <ColumnChoice query={query} />
          {list.items.length > 0 && <ExportButton query={query} />}
        </div>
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {shortened &&
          'Of a whole number only its last four digits were searched for: no identity belongs in an address.'}
      </p>
      {open && <FilterFields key={writeListQuery(query)} form={form} choices={list} query={query} />}
      <ActiveFilters choices={list} query={query} />
    </div>
  )
}
