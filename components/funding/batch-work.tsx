'use client'

import { type ReactNode, useState } from 'react'
import type { BatchView } from '@/lib/server/funding/views'
import { BatchLines, type LinesHandle } from './batch-lines'
import { BatchStatusPanel } from './batch-status-panel'

/** The status of a batch, and its lines: the lines on this page are what is submitted. */
export function BatchWork({
  batch,
  money,
  children,
}: {
  batch: BatchView
  money: ReactNode
  children: ReactNode
}) {
  const [lines, setLines] = useState<LinesHandle | null>(null)
  const [edited, setEdited] = useState(0)
  return (
    <>
      <BatchStatusPanel
        batch={batch}
        money={money}
        edited={edited}
        flush={async () => (lines ? await lines.flush() : batch.version)}
        onChanged={() => void lines?.reload()}
        // The lines on this page may be what it was refused for.
        onRefused={() => void lines?.reload()}
      />
      {children}
      <BatchLines
        key={batch.id}
        batchId={batch.id}
        version={batch.version}
        status={batch.status}
        email={batch.email}
        editable={batch.may.edit.allowed && batch.status === 'draft'}
        correctable={batch.may.correct.allowed}
        mayAllow={batch.may['allow-over-sale']}
        onState={setLines}
        onEdited={() => setEdited((before) => before + 1)}
      />
    </>
  )
}
