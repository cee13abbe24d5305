'use client'

import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { Option } from '@/components/forms/option'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Panel } from '@/components/ui/panel'
import { MODE_WORDS } from '@/lib/domain/application/underwriting-mode'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { changeModeAction } from '@/lib/server/underwriting/actions'

/** Who underwrites an application, where Settings decide it: shown to everybody, changed by an underwriter. */
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
        {MODE_WORDS[answer] ?? MODE_WORDS['']}.{' '}
        <span className="text-muted">Settings decide it. Only an underwriter can change it.</span>
      </p>
      {asks && <ModeDialog applicationId={id} answer={answer} onClose={() => setAsks(false)} />}
    </Panel>
  )
}

function ModeDialog({
  applicationId,
  answer,
  onClose,
}: {
  applicationId: string
  answer: string
  onClose: () => void
}) {
  const router = useRouter()
  const name = useId()
  const [chosen, setChosen] = useState(answer)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function change() {
    if (busy) return
    if (chosen === '' || reason.trim().length < 3) {
      setProblem('Choose who underwrites, and write why.')
      return
    }
    setBusy(true)
    const partnerUnderwrites = chosen === 'yes'
    const asked = await changeModeAction({ applicationId, partnerUnderwrites, reason }).catch(() => null)
    setBusy(false)
    if (asked?.data?.ok) {
      onClose()
      router.refresh()
      return
    }
    const refused = asked?.data?.ok === false ? asked.data.message : asked?.serverError?.message
    setProblem(refused ?? 'The desk did not answer. Reload to see whether it was changed.')
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Change who underwrites?"
      description="The change is logged with your name. An approval covers only the answer that it was given for."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void change()}>
            Change mode
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <fieldset>
          <legend className="sr-only">Who underwrites</legend>
          {(['yes', 'no'] as const).map((value) => (
            <Option
              key={value}
              type="radio"
              name={name}
              checked={chosen === value}
              onChange={() => setChosen(value)}
              label={MODE_WORDS[value]}
            />
          ))}
        </fieldset>
        <FieldFrame path="mode.reason" meta={{ label: 'Reason' }} required>
          {(control) => (
            <textarea
              {...control}
              rows={2}
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              className="control"
            />
          )}
        </FieldFrame>
        {problem && (
          <p role="alert" className="text-sm text-bad-ink">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}
