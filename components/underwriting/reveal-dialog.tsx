'use client'

import { type FormEvent, useId, useRef, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { askDesk } from '@/components/shell/ask-desk'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { revealValueAction } from '@/lib/server/underwriting/actions'
import type { SensitiveAt } from './reveal-value'

/** Asks why a value is to be shown. Loaded when it is first asked for, hence a default export. */
export default function RevealDialog({
  at: { label, ...at },
  onClose,
  onRevealed,
}: {
  at: SensitiveAt
  onClose: () => void
  onRevealed: (value: string) => void
}) {
  const form = useId()
  const reason = useRef<HTMLTextAreaElement>(null)
  const [busy, setBusy] = useState(false)
  const [isShort, setShort] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function reveal(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const words = reason.current?.value.trim() ?? ''
    setShort(words.length < 3)
    if (words.length < 3) return reason.current?.focus()
    setBusy(true)
    const answer = await askDesk(() => revealValueAction({ ...at, reason: words }))
    setBusy(false)
    setProblem(answer.problem)
    if (answer.data) onRevealed(answer.data.value)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Reveal ${label}?`}
      description="The value is shown for one minute. The audit log records who saw it, when and why."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            Reveal value
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void reveal(event)} noValidate className="flex flex-col gap-3">
        <FieldFrame
          path="reveal-reason"
          meta={{ label: 'Reason', hint: 'Do not repeat the value itself.' }}
          required
          findings={isShort ? [{ severity: 'error', message: 'Enter a reason.' }] : []}
        >
          {(control) => <textarea {...control} ref={reason} rows={2} maxLength={500} className="control" />}
        </FieldFrame>
        {problem && (
          <Callout tone="bad" title="Couldn’t reveal the value" live="alert">
            {problem}
          </Callout>
        )}
      </form>
    </Dialog>
  )
}
