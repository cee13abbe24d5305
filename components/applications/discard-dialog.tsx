'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { revisionInput } from '@/lib/domain/application/inputs'
import { discardRevisionAction } from '@/lib/server/applications/actions'

/** Asks once, because what was typed since then is gone afterwards. Loaded when it is first opened. */
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
      title="Discard the changes?"
      description={
        changes === 0
          ? 'Nothing has changed since it was sent. It matches the partner’s version again.'
          : `${changes} ${changes === 1 ? 'change goes' : 'changes go'} back to what was sent. They stay readable in the audit log only.`
      }
      cancel="Keep them"
      confirm="Discard"
      danger
      failed="They were not discarded"
      schema={revisionInput}
      values={{ applicationId }}
      action={discardRevisionAction}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
