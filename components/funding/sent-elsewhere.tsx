import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { BatchView } from '@/lib/server/funding/views'

/** In place of the question whether to send a batch that somebody else has sent meanwhile. */
export function SentElsewhere({
  batch,
  refused,
  onClose,
}: {
  batch: BatchView
  /** What the desk said to a press that came too late; null where nothing was pressed. */
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
        // The refusal says how it stood then; by now it may have ended.
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
