'use client'

import { ListFilter, Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useId, useRef, useState, useTransition } from 'react'
import { ExportButton } from '@/components/shell/export-button'
import { Badge } from '@/components/ui/badge'
import { Button, LinkButton } from '@/components/ui/button'
import {
  type CallbackListQuery,
  MAX_CALLBACK_SEARCH,
  writeCallbackListQuery,
} from '@/lib/domain/callbacks/callback-list-query'
import { routes } from '@/lib/routes'
import type { CallbackListView } from '@/lib/server/callbacks/views'
import { callbackAddress, exportAddress, readCallbackForm } from './callback-address'
import { ActiveFilters, activeFilters, type FilterProblems, LogFilters, NO_FILTERS } from './log-filters'

/** Search, filters and export. All that is asked for goes into the address. */
export function LogSearch({
  view,
  query,
  isEmpty,
}: {
  view: CallbackListView
  query: CallbackListQuery
  isEmpty: boolean
}) {
  const router = useRouter()
  const [asking, startAsking] = useTransition()
  const [open, setOpen] = useState(false)
  const [problems, setProblems] = useState<FilterProblems>({})
  const box = useRef<HTMLInputElement>(null)
  const form = useId()
  const active = activeFilters(view, query)

  // Another address shows what it searches for, also after the back button; the focus stays in the box, and what
  // was typed before this script ran stays as well.
  const shown = useRef(query.search)
  useEffect(() => {
    if (!box.current || shown.current === query.search) return
    shown.current = query.search
    box.current.value = query.search
  }, [query.search])

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget))
      if (typeof value === 'string') typed.append(name, value)
    const asked = readCallbackForm(typed)
    const wrong = problemsOf(typed, asked)
    setProblems(wrong)
    if (Object.keys(wrong).length === 0) startAsking(() => router.push(callbackAddress(asked)))
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {/* biome-ignore lint/a11y/useSemanticElements: <search> can hold a form, and not be one */}
        <form
          id={form}
          role="search"
          action={routes.callbacks}
          onSubmit={ask}
          className="flex min-w-0 flex-[1_1_20rem] gap-2 sm:max-w-xl"
        >
          <Kept query={{ ...query, ...(open && NO_FILTERS), search: '', place: null }} />
          <input
            ref={box}
            type="search"
            name="q"
            defaultValue={query.search}
            maxLength={MAX_CALLBACK_SEARCH}
            aria-label="Search callbacks"
            placeholder="Transaction, invoice, client reference, reference number"
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
            href={callbackAddress({ ...query, search: '', place: null })}
          >
            Clear
          </LinkButton>
        )}
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          <ListFilter aria-hidden="true" />
          Filters
          {active.length > 0 && <Badge tone="progress">{active.length}</Badge>}
        </Button>
        {!isEmpty && (
          <div className="flex flex-wrap gap-2 lg:ms-auto">
            <ExportButton address={exportAddress(query)} />
          </div>
        )}
      </div>
      {open && (
        <LogFilters
          key={writeCallbackListQuery(query)}
          form={form}
          view={view}
          query={query}
          problems={problems}
          isFiltered={active.length > 0}
        />
      )}
      <ActiveFilters active={active} query={query} />
    </div>
  )
}

/** What of an address stays as it is when the form asks for another one. */
const Kept = ({ query }: { query: CallbackListQuery }) =>
  [...new URLSearchParams(writeCallbackListQuery(query))].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ))

/** What was typed and cannot be asked for: it would be left out in silence. */
function problemsOf(typed: URLSearchParams, asked: CallbackListQuery): FilterProblems {
  const isLost = (name: string, read: number | null) => (typed.get(name) ?? '').trim() !== '' && read === null
  const { from, to, atLeastMinor, atMostMinor } = asked
  const amount = 'Enter dollars, such as 125.00.'
  return {
    ...(isLost('min', atLeastMinor) && { min: amount }),
    ...(isLost('max', atMostMinor) && { max: amount }),
    ...(atLeastMinor !== null &&
      atMostMinor !== null &&
      atLeastMinor > atMostMinor && { max: 'This is less than the amount before it.' }),
    ...(from !== null && to !== null && from > to && { to: 'This day is before the first one.' }),
  }
}
