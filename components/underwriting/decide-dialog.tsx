import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Verdict } from '@/lib/domain/underwriting/reasons'

/** Confirms a decision. Loaded when it is first opened. */
export default function DecideDialog({
  outcome,
  about,
  meaning,
  onClose,
  onDecide,
}: {
  outcome: Verdict
  /** What is decided: the business and its volume. */
  about: string
  /** What the decision leads to. */
  meaning: string
  onClose: () => void
  onDecide: () => void
}) {
  const isDecline = outcome === 'decline'
  return (
    <Dialog
      open
      onClose={onClose}
      title={isDecline ? 'Decline this case?' : 'Approve this case?'}
      description={
        <>
          <bdi>{about}</bdi> {meaning}
        </>
      }
      footer={
        <>
          <Button autoFocus onClick={onClose}>
            Cancel
          </Button>
          <Button variant={isDecline ? 'danger' : 'primary'} onClick={onDecide}>
            {isDecline ? 'Decline case' : 'Approve case'}
          </Button>
        </>
      }
    />
  )
}
