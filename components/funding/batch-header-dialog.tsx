'use client'

import { useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { ActionDialog } from '@/components/dialogs/action-dialog'
import { TextInput } from '@/components/dialogs/action-fields'
import type { ActionAnswer } from '@/components/forms/action-answer'
import type { BatchView, SaveLinesResult } from '@/lib/server/funding/views'
import { ProfileChoice } from './batch-choices'
import { type BatchHeader, MAX_BATCH_NAME, saveLines } from './batch-requests'
import { NO_EDITS } from './line-edits'

const header = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.')),
  profileId: z.string(),
})

const UNSAVED = {
  ok: false as const,
  message: 'Your last changes to the amounts could not be saved. Fix that first.',
}

/** A draft's name and profile. Loaded when it is first opened. */
export default function BatchHeaderDialog({
  batch,
  flush,
  onSaved,
  onClose,
}: {
  batch: BatchView
  flush: () => Promise<number | null>
  onSaved: () => void
  onClose: () => void
}) {
  async function store(
    typed: BatchHeader,
  ): Promise<ActionAnswer<SaveLinesResult | { ok: false; message: string }>> {
    const version = await flush()
    if (version === null) return { data: UNSAVED }
    const { data, failure } = await saveLines(batch.id, version, NO_EDITS, header.parse(typed))
    return failure ? { data: { ok: false as const, message: failure.message } } : { data }
  }

  return (
    <ActionDialog
      title="Name and profile"
      description="Amounts stay the same and are checked again."
      confirm="Save"
      failed="Not saved"
      schema={header}
      values={{ name: batch.name, profileId: batch.profile.profileId }}
      action={store}
      onDone={() => {
        onSaved()
        onClose()
      }}
      onClose={onClose}
    >
      <TextInput name="name" label="Name" maxLength={MAX_BATCH_NAME} />
      <ProfileField batch={batch} />
    </ActionDialog>
  )
}

function ProfileField({ batch: { profiles } }: { batch: BatchView }) {
  const { field } = useController({ name: 'profileId' })
  return <ProfileChoice profiles={profiles} chosen={field.value} onChoose={field.onChange} />
}
