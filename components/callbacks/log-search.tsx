'use client'

import { useId, useState } from 'react'
import { ExportButton } from '@/components/lists/export-button'
import { FilterChips } from '@/components/lists/filter-chips'
import { SearchBar } from '@/components/lists/search-bar'
import { type CallbackListQuery, callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { MAX_LIST_TEXT } from '@/lib/domain/lists/list-query'
import { routes } from '@/lib/routes'
import type { CallbackListView } from '@/lib/server/callbacks/log/views'
import { callbackAddress, exportAddress, formFields, readCallbackForm } from './callback-address'
import { activeFilters, type FilterProblems, filterChips, LogFilters, NO_FILTERS } from './log-filters'

/** Search, filters and export. The page's address holds all of the choices. */
export function LogSearch({
  view,
  query,
  isEmpty,
}: {
  view: CallbackListView
  query: CallbackListQuery
  isEmpty: boolean
}) {
  const [open, setOpen] = useState(false)
  const [problems, setProblems] = useState<FilterProblems>({})
  const form = useId()
  const active = activeFilters(view, query)

  function ask(typed: URLSearchParams) {
    const asked = readCallbackForm(typed)
    const wrong = problemsOf(typed, asked)
    setProblems(wrong)
    const isAskable = Object.keys(wrong).length === 0
    return { address: isAskable ? callbackAddress(asked) : null, search: asked.search }
  }

  return (
    <div className="flex flex-col gap-2">
      <SearchBar
        form={form}
        action={routes.callbacks}
        box={{
          label: 'Search callbacks',
          placeholder: 'Transaction ID or its last 4, invoice, reference, $12.50',
          maxLength: MAX_LIST_TEXT,
          search: query.search,
        }}
        fields={formFields(query)}
        kept={callbackList.write({ ...query, ...(open && NO_FILTERS), search: '', cursor: null })}
        cleared={callbackAddress({ ...query, search: '', cursor: null })}
        filters={{
          open,
          active: active.length,
          onToggle: () => setOpen(!open),
          panel: (
            <LogFilters
              form={form}
              view={view}
              query={query}
              problems={problems}
              isFiltered={active.length > 0}
            />
          ),
        }}
        onAsk={ask}
      >
        {!isEmpty && <ExportButton address={exportAddress(query)} />}
      </SearchBar>
      <FilterChips chips={filterChips(active, query)} />
    </div>
  )
}

/** Problems of typed filters. Without a message, an invalid filter would be dropped silently. */
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
