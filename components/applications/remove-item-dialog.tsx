import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

/** Confirms removing an item that is not blank. Loaded when it is first opened. */
export default function RemoveItemDialog({
  title,
  onRemove,
  onClose,
}: {
  title: ReactNode
  onRemove: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={<span className="line-clamp-2 break-words">Remove {title}?</span>}
      description="Everything entered here is removed from the draft. What was sent to the partner before stays with the partner."
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    />
  )
}
