import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

/** Confirms declining a case. Loaded when it is first opened. */
export default function DeclineDialog({
  meaning,
  onClose,
  onDecline,
}: {
  /** What the decision leads to. */
  meaning: string
  onClose: () => void
  onDecline: () => void
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Decline this case?"
      description={meaning}
      footer={
        <>
          <Button autoFocus onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" onClick={onDecline}>
            Decline case
          </Button>
        </>
      }
    />
  )
}
