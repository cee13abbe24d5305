'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { NoteInput } from '@/components/dialogs/action-fields'
import { withdrawDeclineInput } from '@/lib/domain/cases/inputs'
import { withdrawDeclineAction } from '@/lib/server/underwriting/actions'

export type WithdrawDeclineProps = { applicationId: string; decisionId: string; onClose: () => void }

/** Loaded when it is first opened, hence a default export. */
export default function WithdrawDeclineDialog({ applicationId, decisionId, onClose }: WithdrawDeclineProps) {
  return (
    <ActionDialog
      title="Withdraw this decline?"
      description="The case opens again with its checklist as it was. The decline stays in its history, and onboarding is notified with your reason."
      confirm="Withdraw decline"
      failed="Not withdrawn"
      schema={withdrawDeclineInput}
      values={{ applicationId, decisionId, reason: '' }}
      action={withdrawDeclineAction}
      onDone={onClose}
      onClose={onClose}
    >
      <NoteInput name="reason" label="Reason" rows={2} />
    </ActionDialog>
  )
}
