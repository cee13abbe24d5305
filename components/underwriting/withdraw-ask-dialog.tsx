'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { NoteInput } from '@/components/dialogs/action-fields'
import { withdrawAskInput } from '@/lib/domain/cases/inputs'
import { withdrawAskAction } from '@/lib/server/underwriting/actions'
import { type Ask, useAsks } from './case-asks'

export type WithdrawAskProps = {
  applicationId: string
  requestId: string
  /** The item to withdraw; null for the whole request. */
  item: { id: string; label: string } | null
  /** The items that become a draft request again. */
  drafts: readonly Ask[]
  onDone: () => void
  onClose: () => void
}

/** Loaded when it is first opened, hence a default export. */
export default function WithdrawAskDialog({
  applicationId,
  requestId,
  item,
  drafts,
  onDone,
  onClose,
}: WithdrawAskProps) {
  const { change } = useAsks()
  const words = item
    ? {
        title: (
          <>
            Withdraw “<bdi>{item.label}</bdi>”?
          </>
        ),
        description:
          'Onboarding is notified and no longer asked for it. The rest of the request stays with them.',
        confirm: 'Withdraw item',
      }
    : {
        title: 'Withdraw this request?',
        description:
          'The case returns to underwriting, and onboarding is notified. What you asked becomes a draft request, which you can change and send again.',
        confirm: 'Withdraw request',
      }
  return (
    <ActionDialog
      {...words}
      failed="Not withdrawn"
      schema={withdrawAskInput}
      values={{ applicationId, requestId, itemId: item?.id ?? null, reason: '' }}
      action={withdrawAskAction}
      onDone={() => {
        change((list) => [...drafts.filter(({ place }) => !list.some((one) => one.place === place)), ...list])
        onDone()
        onClose()
      }}
      onClose={onClose}
    >
      <NoteInput name="reason" label="Reason" rows={2} />
    </ActionDialog>
  )
}
