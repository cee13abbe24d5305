'use client'

import { useState } from 'react'
import { ActionDialog } from '@/components/dialogs/action-dialog'
import { Callout } from '@/components/ui/callout'
import { batchInput } from '@/lib/domain/funding/inputs'
import { counted } from '@/lib/domain/values/counted'
import { sendBatchAction } from '@/lib/server/funding/actions'
import type { BatchView } from '@/lib/server/funding/views'
import { OutgoingMoney, outgoingWords } from './outgoing-money'
import { SentElsewhere } from './sent-elsewhere'

/** Shows what will be sent before money leaves. Loaded when it is first opened. */
export default function SendDialog({
  batch,
  send = sendBatchAction,
  onDone,
  onClose,
}: {
  batch: BatchView
  send?: typeof sendBatchAction
  onDone: () => void
  onClose: () => void
}) {
  /** The batch at the press: the dialog does not change while the answer is on its way. */
  const [pressed, setPressed] = useState<BatchView | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  // Someone else sent it while the dialog was open.
  if (refused !== null || (!batch.may.send.allowed && pressed === null))
    return <SentElsewhere batch={batch} refused={refused} onClose={onClose} />
  const shown = pressed ?? batch
  const { id, number, result, totals } = shown
  return (
    <ActionDialog
      title={result ? `Send the rest of B-${number}` : `Send B-${number} to the partner`}
      description="Sent amounts cannot be recalled. Correct them in another batch."
      confirm={`Send ${outgoingWords(shown)}`}
      failed="Not sent"
      size="medium"
      schema={batchInput}
      values={{ batchId: id }}
      action={async (input) => {
        setPressed(batch)
        let isDone = false
        try {
          const answer = await send(input)
          isDone = answer?.data?.ok === true
          return answer
        } finally {
          if (!isDone) setPressed(null)
        }
      }}
      onRefused={({ reason, message }) => {
        const isPast = reason === 'wrong-state'
        if (isPast) setRefused(message)
        return isPast
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
      <OutgoingMoney batch={shown} />
    </ActionDialog>
  )
}
