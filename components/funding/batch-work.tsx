'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import type { BatchView } from '@/lib/server/funding/views'
import { BatchLines, type Held, type LinesHandle } from './batch-lines'
import { BatchStatusPanel } from './batch-status-panel'

const NotSaved = dynamic(() => import('./not-saved').catch(notLoaded), { loading: () => null })

/** A batch's status and lines. What this page shows is what is submitted. */
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
  const [held, setHeld] = useState<Held | null>(null)
  const [edited, setEdited] = useState(0)
  const [version, setVersion] = useState<number | null>(null)
  return (
    <>
      {held && held.left.length > 0 && <NotSaved {...held} />}
      <BatchStatusPanel
        batch={batch}
        money={money}
        version={version}
        edited={edited}
        isHeld={held !== null}
        flush={async () => (lines ? await lines.flush() : batch.version)}
        onChanged={() => void lines?.reload()}
        // The lines on this page may be the reason for the refusal.
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
        onVersion={setVersion}
        onHeld={setHeld}
        onEdited={() => setEdited((before) => before + 1)}
      />
    </>
  )
}
