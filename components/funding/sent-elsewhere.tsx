import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { BatchView } from '@/lib/server/funding/views'

/** In place of the question whether to send a batch that somebody else has sent meanwhile. */
export function SentElsewhere({ batch, onClose }: { batch: BatchView; onClose: () => void }) {
  const { number, status, history, may } = batch
  const by = history.find(({ action }) => action === 'funding-batch-sending')?.by
  return (
    <Dialog
      open
      onClose={onClose}
      title={status === 'sending' ? `B-${number} is being sent already` : `B-${number} cannot be sent now`}
      description={
        status === 'sending' && by ? (
          <>
            <bdi>{by}</bdi> had it sent.
          </>
        ) : (
          may.send.reason
        )
      }
      size="small"
      footer={<Button onClick={onClose}>Close</Button>}
    />
  )
}
