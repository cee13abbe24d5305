'use client'

import { useId, useState } from 'react'
import { ExportButton } from '@/components/lists/export-button'
import { FilterChips } from '@/components/lists/filter-chips'
import { SearchBar } from '@/components/lists/search-bar'
import { type ApplicationListQuery, applicationList } from '@/lib/domain/application/list-query'
import { MAX_LIST_TEXT } from '@/lib/domain/lists/list-query'
import { routes } from '@/lib/routes'
import type { ApplicationListView } from '@/lib/server/applications/list-loaders'
import { exportAddress, listAddress } from './application-list-address'
import { ColumnChoice } from './list-column-choice'
import { activeFilters, FilterFields, filterChips, NO_FILTERS } from './list-filters'

/** Search, filters, columns and export. The address holds all of the choices. */
export function ListSearch({ list, query }: { list: ApplicationListView; query: ApplicationListQuery }) {
  const [open, setOpen] = useState(false)
  const [shortened, setShortened] = useState(false)
  const form = useId()

  function ask(typed: URLSearchParams) {
    const asked = applicationList.read(typed)
    setShortened(asked.search !== (typed.get('q') ?? '').trim())
    return { address: listAddress(asked), search: asked.search }
  }

  return (
    <div className="flex flex-col gap-2">
      <SearchBar
        form={form}
        action={routes.applications}
        box={{
          label: 'Search applications',
          placeholder: 'Name, owner, A-1042, record ID, last four of tax ID',
          maxLength: MAX_LIST_TEXT,
          search: query.search,
        }}
        fields={applicationList.write({ ...query, cursor: null })}
        kept={applicationList.write({ ...query, ...(open && NO_FILTERS), search: '', cursor: null })}
        cleared={listAddress({ ...query, search: '', cursor: null })}
        filters={{
          open,
          active: activeFilters(query).length,
          onToggle: () => setOpen(!open),
          panel: <FilterFields form={form} choices={list} query={query} />,
        }}
        onAsk={ask}
      >
        <ColumnChoice query={query} />
        {list.items.length > 0 && <ExportButton address={exportAddress(query)} />}
      </SearchBar>
      <p role="status" className="text-sm text-muted empty:hidden">
        {shortened &&
          'Of a full number, only its last four digits were searched for, so that the rest is not in the page’s address.'}
      </p>
      <FilterChips chips={filterChips(list, query)} />
    </div>
  )
}
