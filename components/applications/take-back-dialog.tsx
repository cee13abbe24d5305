'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { caseInput } from '@/lib/domain/cases/inputs'
import { takeBackAction } from '@/lib/server/underwriting/actions'

/** Loaded when it is first opened, hence a default export. */
export default function TakeBackDialog({
  applicationId,
  status,
  onClose,
}: {
  applicationId: string
  status: ApplicationStatus
  onClose: () => void
}) {
  return (
    <ActionDialog
      title="Recall from underwriting?"
      description={
        status === 'approved'
          ? 'It becomes a draft again. The first change voids the approval.'
          : 'It becomes a draft again, and leaves the underwriters’ queue. Send it again to have it decided.'
      }
      confirm="Recall"
      failed="Not recalled"
      schema={caseInput}
      values={{ applicationId }}
      action={takeBackAction}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
