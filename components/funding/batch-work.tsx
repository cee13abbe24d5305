'use client'

import { type ReactNode, useState } from 'react'
import type { BatchView } from '@/lib/server/funding/views'
import { BatchLines, type LinesState } from './batch-lines'
import { BatchStanding } from './batch-standing'

/** Where a batch stands, and its lines: what is put forward is what the lines on this page are. */
export function BatchWork({ batch, children }: { batch: BatchView; children: ReactNode }) {
  const [lines, setLines] = useState<LinesState | null>(null)
  /** Counts what was changed beside the lines, after which they are read anew. */
  const [turn, setTurn] = useState(0)
  return (
    <>
      <BatchStanding
        batch={batch}
        settle={async () => (lines ? await lines.settle() : batch.version)}
        onChanged={() => setTurn(turn + 1)}
      />
      {children}
      <BatchLines
        // Frozen lines are read anew: what was typed in a draft is not carried over.
        key={`${batch.id} ${batch.status} ${turn}`}
        batchId={batch.id}
        email={batch.email}
        editable={batch.may.edit.allowed && batch.status === 'draft'}
        correctable={batch.may.correct.allowed}
        onState={setLines}
      />
    </>
  )
}
