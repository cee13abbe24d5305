'use client'

import { type FormEvent, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import type { ItemEffect } from '@/lib/domain/application/update-plan'
import { recordItemIdAction } from '@/lib/server/applications/actions'
import type { RecordItemIdResult } from '@/lib/server/applications/item-record'

const UNANSWERED: RecordItemIdResult = {
  ok: false,
  field: null,
  message: 'The desk did not answer. Reload to see whether the id was kept.',
}

/** Where the partner has an item and its record id is not known here: the id, as a person found it there. */
export function ItemRecordForm({
  applicationId,
  item: { section, itemId, name },
}: {
  applicationId: string
  item: ItemEffect
}) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<RecordItemIdResult | null>(null)
  const problem = result?.ok === false ? result : null

  async function keep(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    setBusy(true)
    const answer = await recordItemIdAction({
      applicationId,
      section,
      itemId,
      recordId: String(form.get('recordId')),
      note: String(form.get('note')),
    }).catch(() => null)
    setBusy(false)
    setResult(
      answer?.data ??
        (answer?.validationErrors
          ? { ok: false, field: null, message: 'Say in a few words where you found it.' }
          : UNANSWERED),
    )
  }

  if (!open) {
    return (
      <Button size="small" onClick={() => setOpen(true)}>
        Enter its record id<span className="sr-only"> of {name}</span>
      </Button>
    )
  }
  return (
    <form onSubmit={(event) => void keep(event)} className="grid basis-full gap-3 sm:grid-cols-2" noValidate>
      <FieldFrame
        path={`${section}.${itemId}.recordId`}
        meta={{ label: `Record id of ${name}`, hint: '15 or 18 letters and digits, from the partner.' }}
        required
        findings={
          problem?.field === 'recordId' ? [{ message: problem.message, severity: 'error' }] : undefined
        }
      >
        {(control) => (
          <input
            {...control}
            name="recordId"
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            className="control font-mono"
          />
        )}
      </FieldFrame>
      <FieldFrame
        path={`${section}.${itemId}.note`}
        meta={{ label: 'Where you found it, or who told you' }}
        required
      >
        {(control) => (
          <input {...control} name="note" maxLength={2_000} autoComplete="off" className="control" />
        )}
      </FieldFrame>
      {problem && problem.field === null && (
        <div className="col-span-full">
          <Callout tone="bad" title="Nothing was kept" live="alert">
            {problem.message}
          </Callout>
        </div>
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Keep this id
        </Button>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </div>
    </form>
  )
}
