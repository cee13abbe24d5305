'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { DataList, ListBox } from '@/components/lists/data-list'
import { sortsOf } from '@/components/lists/list-address'
import type { RowPicks } from '@/components/lists/row-picks'
import { notLoaded } from '@/components/shell/not-loaded'
import { type ApplicationListQuery, applicationList } from '@/lib/domain/application/list-query'
import type { ApplicationListRow, ApplicationListView } from '@/lib/server/applications/list-loaders'
import { listAddress } from './application-list-address'
import { columnsOf } from './list-columns'

// Without a loading state, the whole page would wait for it.
const SelectionTools = dynamic(() => import('./list-selection').catch(notLoaded), { loading: () => null })

const NONE: ReadonlySet<string> = new Set()

/** The rows of the page, with checkboxes for people who may write. */
export function ListBoard({
  list: { items, people, me, mayWrite, maySubmit },
  query,
  onSend,
  empty,
  children,
}: {
  list: ApplicationListView
  query: ApplicationListQuery
  /** Opens sending these applications. `onSent` is called for each, which removes it from the selection. */
  onSend: (applicationIds: readonly string[], onSent: (applicationId: string) => void) => void
  /** Shown if there are no rows, together with the result of the last action. */
  empty: ReactNode
  /** Shown below the rows. */
  children: ReactNode
}) {
  // A different page starts a new selection: nothing out of sight stays selected. The table stays mounted and keeps
  // the focus in its head.
  const address = applicationList.write({ ...query, columns: null })
  const [choice, setChoice] = useState<{ address: string; ids: ReadonlySet<string> } | null>(null)
  const selected = choice?.address === address ? choice.ids : NONE
  const chosen = items.filter(({ id }) => selected.has(id))

  function choose(ids: readonly string[]) {
    setChoice({ address, ids: new Set(ids) })
  }

  /** Changes the latest selection, so nothing that was chosen meanwhile is lost. */
  const leave = (gone: string) =>
    setChoice((now) => now && { ...now, ids: new Set([...now.ids].filter((id) => id !== gone)) })

  const chosenIds = chosen.map(({ id }) => id)
  const picks: RowPicks<ApplicationListRow> = {
    isOn: ({ id }) => selected.has(id),
    labelOf: ({ number }) => `Select A-${number}`,
    toggle: ({ id }) => choose(selected.has(id) ? chosenIds.filter((one) => one !== id) : [...chosenIds, id]),
    choose: (rows) => choose(rows.map(({ id }) => id)),
    all: { label: 'Select all on this page', words: 'All on this page' },
  }
  return (
    <div className="flex flex-col gap-3">
      {choice?.address === address && (
        <SelectionTools
          key={address}
          chosen={chosen}
          people={people}
          me={me}
          onSend={maySubmit ? (ids) => onSend(ids, leave) : null}
          onChoose={choose}
        />
      )}
      {items.length === 0 ? (
        empty
      ) : (
        <ListBox>
          <DataList
            label="Applications"
            rows={items}
            columns={columnsOf(query.columns)}
            rowKey={({ id }) => id}
            picks={mayWrite ? picks : null}
            sortOf={sortsOf(applicationList, query, listAddress)}
          />
        </ListBox>
      )}
      {children}
    </div>
  )
}
