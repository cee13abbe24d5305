'use client'

import { type FormEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { FieldFrame } from '@/components/forms/field-frame'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { MIN_REVEAL_WORDS, REVEAL_REASONS, revealReason } from '@/lib/domain/access/reveal'
import { revealValueAction } from '@/lib/server/underwriting/actions'
import type { SensitiveAt } from './reveal-value'

type Reason = { chosen: string; words: string }

const NO_REASON: Reason = { chosen: '', words: '' }
const OTHER = 'other'

/** The last one, offered again for the other values of the same person or account. */
let given = { of: '', reason: NO_REASON }

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
  const of = `${at.applicationId} ${at.section} ${at.itemId}`
  const [reason, setReason] = useState(given.of === of ? given.reason : NO_REASON)
  const { run, busy, trouble } = useDeskAction(revealValueAction)
  const [wrong, setWrong] = useState<string | null>(null)
  const isOther = reason.chosen === OTHER
  const findings = wrong === null ? [] : [{ severity: 'error' as const, message: wrong }]

  async function reveal(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const element = event.currentTarget
    const read = revealReason.safeParse(isOther ? reason.words : reason.chosen)
    flushSync(() =>
      setWrong(
        isOther ? (read.error?.issues[0]?.message ?? null) : reason.chosen ? null : 'Choose a reason.',
      ),
    )
    if (!read.success) return element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    const called = await run({ ...at, reason: read.data })
    if (!called?.ok) return
    given = { of, reason }
    onRevealed(called.data.value)
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
          meta={{ label: 'Reason' }}
          required
          findings={isOther ? [] : findings}
        >
          {(control) => (
            <select
              {...control}
              value={reason.chosen}
              onChange={({ target }) => {
                setWrong(null)
                setReason({ ...reason, chosen: target.value })
              }}
              className="control"
            >
              <option value="">Choose a reason</option>
              {REVEAL_REASONS.map((known) => (
                <option key={known}>{known}</option>
              ))}
              <option value={OTHER}>Another reason</option>
            </select>
          )}
        </FieldFrame>
        {isOther && (
          <FieldFrame
            path="reveal-words"
            meta={{
              label: 'Describe the reason',
              hint: `At least ${MIN_REVEAL_WORDS} characters. Do not repeat the value itself.`,
            }}
            required
            findings={findings}
          >
            {(control) => (
              <textarea
                {...control}
                value={reason.words}
                onChange={({ target }) => setReason({ ...reason, words: target.value })}
                rows={2}
                maxLength={500}
                className="control"
              />
            )}
          </FieldFrame>
        )}
        <TroubleNotice trouble={trouble} title="Couldn’t reveal the value" />
      </form>
    </Dialog>
  )
}
