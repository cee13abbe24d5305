'use client'

import { type FormEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { FieldFrame } from '@/components/forms/field-frame'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { MIN_REVEAL_WORDS, REVEAL_REASONS, revealReason } from '@/lib/domain/access/reveal'
import { counted } from '@/lib/domain/values/counted'
import { revealValuesAction } from '@/lib/server/underwriting/actions'
import type { RevealOf } from './reveal-value'
import { useRevealed } from './revealed'

type Reason = { chosen: string; words: string }

const NO_REASON: Reason = { chosen: '', words: '' }
const OTHER = 'other'

/** The last reason, suggested again for other values of the same person or account. */
let given = { of: '', reason: NO_REASON }

/** Asks why values should be revealed. Loaded when it is first opened, hence a default export. */
export default function RevealDialog({
  of: { label, ...of },
  fields,
  onClose,
}: {
  of: RevealOf
  /** Fields of one place, revealed for one reason. */
  fields: readonly { name: string; label: string }[]
  onClose: () => void
}) {
  const form = useId()
  const { show } = useRevealed()
  const place = `${of.applicationId} ${of.section} ${of.itemId}`
  const [reason, setReason] = useState(given.of === place ? given.reason : NO_REASON)
  const { run, busy, trouble } = useDeskAction(revealValuesAction)
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
    const called = await run({ ...of, fields: fields.map(({ name }) => name), reason: read.data })
    if (!called?.ok) return
    given = { of: place, reason }
    show(of, called.data.values)
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={
        fields.length === 1 ? `Reveal ${label}?` : `Reveal ${counted(fields.length, 'value')} of ${label}?`
      }
      description={
        fields.length === 1
          ? 'The value is shown for one minute. The audit log records who saw it, when and why.'
          : `${fields.map((field) => field.label).join(', ')}. They are shown for one minute, and each counts toward your hourly limit. The audit log records who saw them, when and why.`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {fields.length === 1 ? 'Reveal value' : `Reveal ${fields.length} values`}
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
        <TroubleNotice
          trouble={trouble}
          title={fields.length === 1 ? 'Couldn’t reveal the value' : 'Couldn’t reveal the values'}
        />
      </form>
    </Dialog>
  )
}
