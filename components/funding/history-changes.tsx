'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'

const HistoryCells = dynamic(() => import('./history-cells').catch(notLoaded), { loading: () => null })

/** Every cell that some saves changed. Loaded when it is first opened. */
export function HistoryChanges(props: { batchId: string; entries: readonly number[] }) {
  const [opened, setOpened] = useState(false)
  return (
    <details className="mt-1" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary className="w-fit rounded-sm text-accent-ink underline">All changed cells</summary>
      {opened && <HistoryCells {...props} />}
    </details>
  )
}
