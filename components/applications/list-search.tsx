'use client'

import { useRouter } from 'next/navigation'
import { useId, useState, useTransition } from 'react'
import { ExportButton } from '@/components/shell/export-button'
import { SearchBar } from '@/components/shell/search-bar'
import {
  type ListQuery,
  MAX_SEARCH,
  readListQuery,
  writeListQuery,
} from '@/lib/domain/application/list-query'
import { routes } from '@/lib/routes'
import type { ApplicationListView } from '@/lib/server/applications/list-loaders'
import { exportAddress, listAddress } from './application-list-address'
import { ColumnChoice } from './list-column-choice'
import { ActiveFilters, activeFilters, FilterFields, NO_FILTERS } from './list-filters'

/** Search, filters, columns and export. All that is asked for goes into the address. */
export function ListSearch({ list, query }: { list: ApplicationListView; query: ListQuery }) {
  const router = useRouter()
  const [asking, startAsking] = useTransition()
  const [open, setOpen] = useState(false)
  const [shortened, setShortened] = useState(false)
  const form = useId()

  function ask(typed: URLSearchParams): string {
    const asked = readListQuery(typed)
    setShortened(asked.search !== (typed.get('q') ?? '').trim())
    startAsking(() => router.push(listAddress(asked)))
    return asked.search
  }

  return (
    <div className="flex flex-col gap-2">
      <SearchBar
        form={form}
        action={routes.applications}
        box={{
          label: 'Search applications',
          placeholder: 'Name, owner, A-1042, record ID, last four of tax ID',
          maxLength: MAX_SEARCH,
          search: query.search,
        }}
        kept={writeListQuery({ ...query, ...(open && NO_FILTERS), search: '', place: null })}
        cleared={listAddress({ ...query, search: '', place: null })}
        busy={asking}
        filters={{ open, active: activeFilters(query).length, onToggle: () => setOpen(!open) }}
        onAsk={ask}
      >
        <ColumnChoice query={query} />
        {list.items.length > 0 && <ExportButton address={exportAddress(query)} />}
      </SearchBar>
      <p role="status" className="text-sm text-muted empty:hidden">
        {shortened &&
          'Of a whole number only its last four digits were searched for: no identity belongs in an address.'}
      </p>
      {open && <FilterFields key={writeListQuery(query)} form={form} choices={list} query={query} />}
      <ActiveFilters choices={list} query={query} />
    </div>
  )
}
