'use client'

import { type ReactNode, useState } from 'react'
import type { BatchView } from '@/lib/server/funding/views'
import { BatchLines, type LinesState } from './batch-lines'
import { BatchStanding } from './batch-standing'

/** Where a batch stands, and its lines: what is put forward is what the lines on this page are. */
export function BatchWork({ batch, children }: { batch: BatchView; children: ReactNode }) {
  const [lines, setLines] = useState<LinesState | null>(null)
  const isDraft = batch.status === 'draft'
  return (
    <>
      <BatchStanding
        batch={batch}
        version={lines?.version ?? batch.version}
        isUnsaved={isDraft && lines !== null && !lines.isSaved}
      />
      {children}
      <BatchLines
        // Frozen lines are read anew: what was typed in a draft is not carried over.
        key={`${batch.id} ${batch.status}`}
        batchId={batch.id}
        editable={batch.may.edit.allowed && isDraft}
        correctable={batch.may.correct.allowed}
        onState={setLines}
      />
    </>
  )
}
