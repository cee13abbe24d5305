'use client'

import { useState } from 'react'
import { ActionDialog } from '@/components/dialogs/action-dialog'
import { Callout } from '@/components/ui/callout'
import { batchInput } from '@/lib/domain/funding/inputs'
import { counted } from '@/lib/domain/values/counted'
import { sendBatchAction } from '@/lib/server/funding/actions'
import type { BatchView } from '@/lib/server/funding/views'
import { dollarText, OutgoingMoney, outgoing } from './outgoing-money'
import { SentElsewhere } from './sent-elsewhere'

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
  const { id, number, result, totals, may } = batch
  const [isPressed, setIsPressed] = useState(false)
  // Somebody else sent it while this was open: there is nothing to be asked.
  if (!may.send.allowed && !isPressed) return <SentElsewhere batch={batch} onClose={onClose} />
  return (
    <ActionDialog
      title={result ? `Send the rest of B-${number}` : `Send B-${number} to the partner`}
      description="Sent amounts cannot be recalled. Correct them in another batch."
      confirm={`Send ${dollarText(outgoing(batch).amountMinor)}`}
      failed="Not sent"
      size="medium"
      schema={batchInput}
      values={{ batchId: id }}
      action={(input) => {
        setIsPressed(true)
        return sendBatchAction(input)
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {totals.errors > 0 && (
        <Callout
          tone="bad"
          title={`${counted(totals.errors, 'error')} ${totals.errors === 1 ? 'has' : 'have'} appeared since it was submitted`}
        >
          Sending stops before them. Look at the marked rows first.
        </Callout>
      )}
      <OutgoingMoney batch={batch} />
    </ActionDialog>
  )
}
