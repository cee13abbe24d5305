'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import type { ListQuery } from '@/lib/domain/application/list-query'
import type { ApplicationListView } from '@/lib/server/applications/list-loaders'
import { shownColumns } from './list-columns'
import { ApplicationCards, ApplicationTable, type RowSelection } from './list-rows'

// Without something to show meanwhile, the whole page would wait for it.
const SelectionTools = dynamic(() => import('./list-selection'), { loading: () => null })

/** The rows of the page, and for people who may write the choice among them. */
export function ListBoard({
  list: { items, people, me, mayWrite },
  query,
  children,
}: {
  list: ApplicationListView
  query: ListQuery
  /** What stands below the rows. */
  children: ReactNode
}) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [begun, setBegun] = useState(false)
  const chosen = items.filter(({ id }) => selected.has(id))

  function choose(ids: readonly string[]) {
    setBegun(true)
    setSelected(new Set(ids))
  }

  const chosenIds = chosen.map(({ id }) => id)
  const selection: RowSelection = mayWrite
    ? {
        selected,
        toggle: (id) => choose(selected.has(id) ? chosenIds.filter((one) => one !== id) : [...chosenIds, id]),
        toggleAll: () => choose(chosen.length === items.length ? [] : items.map(({ id }) => id)),
      }
    : null
  const rows = { items, columns: shownColumns(query.columns), selection }
  return (
    <div className="flex flex-col gap-3">
      {begun && <SelectionTools chosen={chosen} people={people} me={me} onChoose={choose} />}
      <div className="overflow-clip rounded-lg border border-line bg-surface">
        <ApplicationTable {...rows} />
        <ApplicationCards {...rows} />
      </div>
      {children}
    </div>
  )
}
