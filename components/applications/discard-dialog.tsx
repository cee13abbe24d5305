'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { revisionInput } from '@/lib/domain/application/inputs'
import { discardRevisionAction } from '@/lib/server/applications/actions'

/** Confirms discarding the changes. Loaded when it is first opened. */
export default function DiscardDialog({
  applicationId,
  changes,
  onClose,
}: {
  applicationId: string
  changes: number
  onClose: () => void
}) {
  return (
    <ActionDialog
      title="Discard the update?"
      description={
        changes === 0
          ? 'Nothing changed since it was sent. The application goes back to what the partner has.'
          : `${changes} ${changes === 1 ? 'change goes' : 'changes go'} back to what was sent. They stay readable in the audit log only.`
      }
      cancel={changes === 0 ? 'Keep it open' : 'Keep them'}
      confirm="Discard"
      danger
      failed="It was not discarded"
      schema={revisionInput}
      values={{ applicationId }}
      action={discardRevisionAction}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
