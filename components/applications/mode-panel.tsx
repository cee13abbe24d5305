'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { MODE_LABELS } from '@/lib/domain/application/underwriting-mode'
import type { ApplicationView } from '@/lib/server/applications/loaders'

const ModeDialog = dynamic(() => import('./mode-dialog').catch(notLoaded), { loading: () => null })

/** Who underwrites an application, if Settings decide it. Shown to everybody; underwriters can change it. */
export function ModePanel({
  application: { id, draft, defaultMode, mayChangeMode },
}: {
  application: Pick<ApplicationView, 'id' | 'draft' | 'defaultMode' | 'mayChangeMode'>
}) {
  const [asks, setAsks] = useState(false)
  if (defaultMode === 'ask') return null
  const answer = draft.options.partnerUnderwrites
  return (
    <Panel
      title="Underwriting mode"
      actions={
        mayChangeMode && (
          <Button size="small" onClick={() => setAsks(true)}>
            Change mode…
          </Button>
        )
      }
    >
      <p>
        {MODE_LABELS[answer] ?? MODE_LABELS['']}.{' '}
        <span className="text-muted">Settings decide it. Only an underwriter can change it.</span>
      </p>
      {asks && <ModeDialog applicationId={id} answer={answer} onClose={() => setAsks(false)} />}
    </Panel>
  )
}
