'use client'

import { RefreshCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { type ActionAnswer, troubleWords } from '@/components/forms/action-answer'
import { FieldFrame } from '@/components/forms/field-frame'
import { usePress } from '@/components/forms/use-press'
import { PartnerWords } from '@/components/shell/partner-words'
import { StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import { LOCKED_STAGES } from '@/lib/domain/application/status'
import { MAX_NOTE_LENGTH } from '@/lib/domain/values/note-length'
import { refreshStageAction, setStageAction } from '@/lib/server/applications/actions'
import type { ApplicationView } from '@/lib/server/applications/loaders'

const SOURCES: Record<NonNullable<ApplicationView['stage']>['source'], string> = {
  refusal: 'told by a refusal',
  person: 'entered by hand',
  'status-read': 'read from the partner',
}

/** The last known stage at the partner, how and when we learned it, and two ways to update it. */
export function StagePanel({
  application: { id, kind, stage },
  mayWrite,
}: {
  application: Pick<ApplicationView, 'id' | 'kind' | 'stage'>
  mayWrite: boolean
}) {
  const router = useRouter()
  const { busy, trouble, press } = usePress({ unanswered: 'try-again' })
  const [entering, setEntering] = useState(false)

  async function learn(kind: 'read' | 'set', action: () => Promise<ActionAnswer<unknown>>) {
    const called = await press(kind, action)
    if (!called?.ok) return
    setEntering(false)
    router.refresh()
  }

  function enter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const input = {
      applicationId: id,
      stage: String(values.get('stage')),
      note: String(values.get('stageNote')),
    }
    void learn('set', () => setStageAction(input))
  }

  return (
    <Panel
      title="Stage at the partner"
      actions={
        mayWrite && (
          <>
            <Button
              size="small"
              busy={busy === 'read'}
              onClick={() => void learn('read', () => refreshStageAction({ applicationId: id }))}
            >
              <RefreshCw aria-hidden="true" />
              Refresh status
            </Button>
            <Button size="small" aria-expanded={entering} onClick={() => setEntering(!entering)}>
              Enter manually
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {stage ? (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusBadge tone={stage.locked ? 'warn' : 'neutral'}>
              <bdi>{stage.name}</bdi>
            </StatusBadge>
            <span className="text-sm text-muted">
              {SOURCES[stage.source]}, <DateTime at={stage.at} />
            </span>
            {stage.locked && kind === 'payfac' && (
              <p className="basis-full text-sm">
                In this stage the partner takes no update, so its values cannot be changed here.
              </p>
            )}
          </div>
        ) : (
          <p className="text-sm text-muted">Not checked yet.</p>
        )}
        {trouble && (
          <Callout tone="warn" title="Stage not updated" live="status">
            <PartnerWords text={troubleWords(trouble)} />
          </Callout>
        )}
        {entering && (
          <form onSubmit={enter} className="grid max-w-2xl gap-3 sm:grid-cols-2">
            <FieldFrame path="stage" meta={{ label: 'Stage', hint: 'As the partner names it.' }} required>
              {(control) => (
                <>
                  <input
                    {...control}
                    name="stage"
                    list="known-stages"
                    required
                    maxLength={255}
                    autoComplete="off"
                    className="control"
                  />
                  <datalist id="known-stages">
                    {LOCKED_STAGES.map((known) => (
                      <option key={known} value={known} />
                    ))}
                  </datalist>
                </>
              )}
            </FieldFrame>
            <FieldFrame path="stageNote" meta={{ label: 'Where you saw it, or who told you' }} required>
              {(control) => (
                <input
                  {...control}
                  name="stageNote"
                  required
                  minLength={3}
                  maxLength={MAX_NOTE_LENGTH}
                  autoComplete="off"
                  className="control"
                />
              )}
            </FieldFrame>
            <div>
              <Button type="submit" variant="primary" busy={busy === 'set'}>
                Save
              </Button>
            </div>
          </form>
        )}
      </div>
    </Panel>
  )
}
