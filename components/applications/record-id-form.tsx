'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { confirmedIn, NoteBox, RecordIdBox, textIn, useResolution } from '@/components/forms/resolution-form'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { Button } from '@/components/ui/button'
import type { PartnerRecord } from '@/lib/domain/application/partner-records'
import { enterRecordIdAction } from '@/lib/server/applications/actions'

/** Enters a record ID that a person looked up at the partner. */
export function RecordIdForm({
  applicationId,
  record: { objectType, itemId, name },
  primary = false,
}: {
  applicationId: string
  record: PartnerRecord
  /** Whether entering it is the next thing to do. */
  primary?: boolean
}) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const { form, send, busy, problems, trouble } = useResolution(
    (values) =>
      enterRecordIdAction({
        applicationId,
        objectType,
        itemId,
        recordId: textIn(values, 'recordId'),
        anyway: confirmedIn(values),
        note: textIn(values, 'note'),
      }),
    (done) => {
      if (done) router.refresh()
    },
  )
  const path = `record-${objectType.replaceAll(' ', '-')}-${itemId}`

  if (!open) {
    return (
      <Button
        size="small"
        variant={primary ? 'primary' : undefined}
        className="ms-auto"
        onClick={() => setOpen(true)}
      >
        Enter its record ID<span className="sr-only"> of {name}</span>
      </Button>
    )
  }
  return (
    <form
      ref={form}
      onSubmit={(event) => void send(event)}
      className="grid basis-full gap-3 sm:grid-cols-2 xl:pe-96"
      noValidate
    >
      <RecordIdBox
        name="recordId"
        path={`${path}-id`}
        label={`Record ID of ${name}`}
        hint="15 or 18 letters and digits, from the partner."
        problems={problems}
        required
      />
      <NoteBox
        name="note"
        path={`${path}-note`}
        label="Where you found it, or who told you"
        problems={problems}
        rows={1}
      />
      <div className="col-span-full empty:hidden">
        <TroubleNotice trouble={trouble} title="Not saved" />
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Save ID
        </Button>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </div>
    </form>
  )
}
