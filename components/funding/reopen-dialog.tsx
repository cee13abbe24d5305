'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { NoteInput } from '@/components/dialogs/action-fields'
import { reopenRequestInput } from '@/lib/domain/funding/inputs'
import type { reopenRequestAction } from '@/lib/server/funding/actions'

/** Withdraws what was recorded about a lost request. Loaded when it is first opened, hence a default export. */
export default function ReopenDialog({
  batchId,
  n,
  attemptId,
  reopen,
  onDone,
  onClose,
}: {
  batchId: string
  n: number
  attemptId: string
  reopen: typeof reopenRequestAction
  onDone: () => void
  onClose: () => void
}) {
  return (
    <ActionDialog
      title={`Reopen request ${n}`}
      description="Its outcome is unknown again until someone resolves it. Nothing is sent to the partner."
      confirm="Reopen"
      failed="Not reopened"
      schema={reopenRequestInput}
      values={{ batchId, attemptId, note: '' }}
      action={reopen}
      onDone={onDone}
      onClose={onClose}
    >
      <NoteInput name="note" label="What was recorded wrongly, and how do you know?" />
    </ActionDialog>
  )
}
