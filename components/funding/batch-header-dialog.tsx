'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import type { BatchView } from '@/lib/server/funding/views'
import { ProfileChoice } from './batch-choices'
import { MAX_BATCH_NAME, saveLines } from './batch-requests'
import { NO_EDITS } from './line-edits'

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
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') return setProblem('Enter a name.')
    setBusy(true)
    const found = await store()
    setBusy(false)
    setProblem(found)
    if (found !== null) return
    onSaved()
    onClose()
  }

  async function store(): Promise<string | null> {
    const version = await settle()
    if (version === null) return 'Your last changes to the amounts could not be saved. Fix that first.'
    const header = { name: name.trim(), profileId }
    const { data, failure } = await saveLines(batch.id, version, NO_EDITS, header)
    if (failure) return failure.message
    return data.ok ? null : data.message
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
