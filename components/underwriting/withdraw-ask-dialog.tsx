'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { NoteInput } from '@/components/dialogs/action-fields'
import { withdrawAskInput } from '@/lib/domain/cases/inputs'
import { withdrawAskAction } from '@/lib/server/underwriting/actions'
import { type Ask, useAsks } from './case-asks'

/** Loaded when it is first opened, hence a default export. */
export default function WithdrawAskDialog({
  applicationId,
  requestId,
  asked,
  onDone,
  onClose,
}: {
  applicationId: string
  requestId: string
  asked: readonly Ask[]
  onDone: () => void
  onClose: () => void
}) {
  const { change } = useAsks()
  return (
    <ActionDialog
      title="Withdraw this request?"
      description="The case returns to underwriting, and onboarding is notified. What you asked becomes a draft request, which you can change and send again."
      confirm="Withdraw request"
      failed="Not withdrawn"
      schema={withdrawAskInput}
      values={{ applicationId, requestId, reason: '' }}
      action={withdrawAskAction}
      onDone={() => {
        change((list) => [...asked.filter(({ place }) => !list.some((one) => one.place === place)), ...list])
        onDone()
        onClose()
      }}
      onClose={onClose}
    >
      <NoteInput name="reason" label="Reason" rows={2} />
    </ActionDialog>
  )
}
