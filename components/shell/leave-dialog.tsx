'use client'

import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

/** Asks whether unsaved input may be lost, or says that it is being saved. */
export default function LeaveDialog({
  problem,
  onStay,
  onLeave,
}: {
  /** Null while it is being saved. */
  problem: string | null
  onStay: () => void
  onLeave: () => void
}) {
  return (
    <Dialog
      open
      onClose={onStay}
      title={problem === null ? 'Saving…' : 'Leave without saving?'}
      description={
        problem === null
          ? 'Your last changes are being saved. The next page opens right after.'
          : 'Your last changes are not saved. If you leave this page now, they are lost.'
      }
      footer={
        <>
          {/* First, so that it has the initial focus: Enter must not lose what was typed. */}
          <Button variant="primary" onClick={onStay}>
            Stay on this page
          </Button>
          {problem !== null && (
            <Button variant="danger" onClick={onLeave}>
              Leave without saving
            </Button>
          )}
        </>
      }
    >
      {problem && (
        <p role="alert" className="text-sm">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
