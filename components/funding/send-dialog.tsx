'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { batchInput } from '@/lib/domain/funding/inputs'
import { sendBatchAction } from '@/lib/server/funding/actions'
import type { BatchView } from '@/lib/server/funding/views'
import { dollarText, OutgoingMoney, outgoing } from './outgoing-money'

/** What goes out, before money leaves. Loaded when it is first opened. */
export default function SendDialog({
  batch,
  onDone,
  onClose,
}: {
  batch: BatchView
  onDone: () => void
  onClose: () => void
}) {
  const { id, number, result } = batch
  return (
    <ActionDialog
      title={result ? `Send the rest of B-${number}` : `Send B-${number} to the partner`}
      description="Sent amounts cannot be recalled. Correct them in another batch."
      confirm={`Send ${dollarText(outgoing(batch).amountMinor)}`}
      failed="Not sent"
      size="medium"
      schema={batchInput}
      values={{ batchId: id }}
      action={sendBatchAction}
      onDone={onDone}
      onClose={onClose}
    >
      <OutgoingMoney batch={batch} />
    </ActionDialog>
  )
}
