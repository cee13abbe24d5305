'use client'

import { type FormEvent, useId, useState } from 'react'
import { type ActionAnswer, troubleWords } from '@/components/forms/action-answer'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import type { BatchView, SaveLinesResult } from '@/lib/server/funding/views'
import { ProfileChoice } from './batch-choices'
import { type BatchHeader, MAX_BATCH_NAME, saveLines } from './batch-requests'
import { NO_EDITS } from './line-edits'

const UNSAVED = {
  ok: false as const,
  message: 'Your last changes to the amounts could not be saved. Fix that first.',
}

/** What a draft is called, and which profile sends it. Loaded when it is first opened. */
export default function BatchHeaderDialog({
  batch,
  settle,
  onSaved,
  onClose,
}: {
  batch: BatchView
  settle: () => Promise<number | null>
  onSaved: () => void
  onClose: () => void
}) {
  const id = useId()
  const [name, setName] = useState(batch.name)
  const [profileId, setProfileId] = useState(batch.profile.profileId)
  const { run, busy, trouble } = useDeskAction(store)
  const [isBlank, setIsBlank] = useState(false)
  const problem = isBlank ? 'Enter a name.' : trouble && troubleWords(trouble)

  async function save(event: FormEvent) {
    event.preventDefault()
    setIsBlank(name.trim() === '')
    if (name.trim() === '') return
    const called = await run({ name: name.trim(), profileId })
    if (!called?.ok) return
    onSaved()
    onClose()
  }

  async function store(
    header: BatchHeader,
  ): Promise<ActionAnswer<SaveLinesResult | { ok: false; message: string }>> {
    const version = await settle()
    if (version === null) return { data: UNSAVED }
    const { data, failure } = await saveLines(batch.id, version, NO_EDITS, header)
    return failure ? { data: { ok: false as const, message: failure.message } } : { data }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Name and profile"
      description="Amounts stay the same and are checked again."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={save} className="flex flex-col gap-4" noValidate>
        <label className="flex flex-col gap-1 text-sm font-medium">
          Name
          <input
            value={name}
            maxLength={MAX_BATCH_NAME}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
            className="control"
          />
        </label>
        <ProfileChoice profiles={batch.profiles} chosen={profileId} onChoose={setProfileId} />
        {problem && (
          <Callout tone="bad" title="Not saved" live="alert">
            {problem}
          </Callout>
        )}
      </form>
    </Dialog>
  )
}
