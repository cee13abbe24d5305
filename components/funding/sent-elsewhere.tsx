import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { BatchView } from '@/lib/server/funding/views'

/** Replaces the send dialog if someone else has sent the batch meanwhile. */
export function SentElsewhere({
  batch,
  refused,
  onClose,
}: {
  batch: BatchView
  /** The desk's answer to a press that came too late; null if nothing was pressed. */
  refused: string | null
  onClose: () => void
}) {
  const { number, status, history, may } = batch
  const by = history.find(({ action }) => action === 'funding-batch-sending')?.by
  const isSent = status === 'done' || status === 'unknown'
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        status === 'sending'
          ? `B-${number} is being sent already`
          : isSent
            ? `B-${number} has already been sent`
            : `B-${number} cannot be sent now`
      }
      description={
        // The refusal describes the moment of the press; the sending may have ended since.
        (status === 'sending' || isSent) && by ? (
          <>
            <bdi>{by}</bdi> had it sent.{refused !== null && ' Nothing was sent by this press.'}
          </>
        ) : (
          (refused ?? may.send.reason)
        )
      }
      size="small"
      footer={<Button onClick={onClose}>Close</Button>}
    />
  )
}
