import { type FormEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Trouble } from '@/components/forms/action-answer'
import { FieldFrame } from '@/components/forms/field-frame'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { LONGEST_REJECTION, rejectionProblem } from '@/lib/domain/documents/document-verdict'

/** Asks why a document is rejected. Loaded when it is first opened. */
export default function RejectDialog({
  name,
  isSent,
  isAsked,
  trouble,
  onClose,
  reject,
}: {
  name: string
  isSent: boolean
  /** False while the desk answers. If it refuses, the dialog comes back. */
  isAsked: boolean
  trouble: Trouble | null
  onClose: () => void
  reject: (reason: string) => void
}) {
  const form = useId()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const problem = rejectionProblem(reason)
    flushSync(() => setWrong(problem))
    if (problem !== null) return element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    reject(reason.trim())
  }

  return (
    <Dialog
      open={isAsked}
      onClose={onClose}
      title={
        <>
          Reject <bdi className="break-all">{name}</bdi>?
        </>
      }
      description={`It no longer counts, and is added to your request for information. ${
        isSent ? 'It was sent to the partner before.' : 'It is not sent to the partner.'
      }`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="danger">
            Reject document
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} noValidate className="flex flex-col gap-3">
        <FieldFrame
          path="rejection-reason"
          meta={{ label: 'Reason', hint: 'Onboarding sees it where the document belongs.' }}
          required
          findings={wrong === null ? [] : [{ severity: 'error', message: wrong }]}
        >
          {(control) => (
            <textarea
              {...control}
              autoFocus
              rows={3}
              value={reason}
              maxLength={LONGEST_REJECTION}
              onChange={({ target }) => setReason(target.value)}
              className="control"
            />
          )}
        </FieldFrame>
        <TroubleNotice trouble={trouble} title="Document not rejected" />
      </form>
    </Dialog>
  )
}
