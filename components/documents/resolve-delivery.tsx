'use client'

import { useId, useState } from 'react'
import {
  confirmedIn,
  NoteBox,
  RecordIdBox,
  ResolutionOption,
  textIn,
  useResolution,
} from '@/components/forms/resolution-form'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { PartnerWords } from '@/components/shell/partner-words'
import { Button } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { Dialog } from '@/components/ui/dialog'
import { deliveryAbsentAction, deliveryFoundAction } from '@/lib/server/documents/actions'
import type { DeliveryAttempt, DocumentItem } from '@/lib/server/documents/data'

type Way = 'found' | 'absent'

/** If it is not known whether the partner has a document, a person says that it does, or sends it again. */
export function ResolveDelivery({
  document,
  attempt,
  onClose,
  onChanged,
}: {
  document: DocumentItem
  attempt: DeliveryAttempt
  onClose: () => void
  onChanged: () => Promise<void>
}) {
  const [way, setWay] = useState<Way | null>(null)
  const name = useId()

  const ask = (values: FormData) => {
    const input = { documentId: document.id, attemptId: attempt.id, note: textIn(values, 'note') }
    return way === 'absent'
      ? deliveryAbsentAction(input)
      : deliveryFoundAction({
          ...input,
          attachmentId: textIn(values, 'attachmentId'),
          anyway: confirmedIn(values),
        })
  }

  const { form, send, busy, problems, trouble } = useResolution(ask, async (done) => {
    await onChanged()
    if (done) onClose()
  })

  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title="Resolve outcome"
      description="Written down with your name, and final for this sending."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {way !== null && (
            <Button
              type="submit"
              form={`${name}-form`}
              variant={way === 'absent' ? 'danger' : 'primary'}
              busy={busy}
            >
              {way === 'found' ? 'Confirm: document exists' : 'Confirm: not there, send again'}
            </Button>
          )}
        </>
      }
    >
      <p className="font-medium break-words">
        <bdi>{document.name}</bdi>
      </p>
      <p className="mb-3 text-sm text-muted">
        Sent <DateTime at={attempt.at} seconds />. <PartnerWords text={attempt.message ?? ''} />
      </p>
      <form
        ref={form}
        id={`${name}-form`}
        onSubmit={(event) => void send(event)}
        className="flex flex-col gap-4"
        noValidate
      >
        <fieldset className="grid gap-2">
          <legend className="sr-only">Outcome</legend>
          <ResolutionOption name={name} way="found" chosen={way} title="The partner has it" onChoose={setWay}>
            You found it among the attachments of the opportunity there.
          </ResolutionOption>
          <ResolutionOption
            name={name}
            way="absent"
            chosen={way}
            title="The partner does not have it: send it again"
            onChoose={setWay}
          >
            You looked there or asked its support. If it has it after all, it will have it twice.
          </ResolutionOption>
        </fieldset>
        {way === 'found' && (
          <RecordIdBox
            name="attachmentId"
            label="Attachment id"
            hint="As the partner shows it; begins with 00P."
            problems={problems}
          />
        )}
        {way !== null && (
          <NoteBox
            name="note"
            label={
              way === 'found'
                ? 'Where you found it, or who told you'
                : 'Where you looked, or who confirmed it'
            }
            problems={problems}
          />
        )}
        <TroubleNotice trouble={trouble} />
      </form>
    </Dialog>
  )
}
