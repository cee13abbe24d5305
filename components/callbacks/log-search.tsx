'use client'

import { useId, useState } from 'react'
import { ExportButton } from '@/components/lists/export-button'
import { FilterChips } from '@/components/lists/filter-chips'
import { SearchBar } from '@/components/lists/search-bar'
import { type CallbackListQuery, callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { MAX_LIST_TEXT } from '@/lib/domain/lists/list-query'
import { routes } from '@/lib/routes'
import type { CallbackListView } from '@/lib/server/callbacks/log/views'
import {
  callbackAddress,
  exportAddress,
  type FilterProblems,
  formFields,
  readTypedFilters,
} from './callback-address'
import { activeFilters, filterChips, LogFilters, NO_FILTERS } from './log-filters'

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
    const { query: asked, problems: found } = readTypedFilters(typed)
    setProblems(found)
    return { address: callbackAddress(asked), search: asked.search }
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
