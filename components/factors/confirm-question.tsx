'use client'

import { Dialog } from '@/components/ui/dialog'
import { ConfirmForm } from './confirm-form'

/** Asks for the second factor again. Loaded when it is first needed. */
export default function ConfirmQuestion({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title="Confirm it is you"
      description="This step asks for your second factor again after 10 minutes. It continues once you confirm."
    >
      <ConfirmForm onConfirmed={() => onAnswer(true)} />
    </Dialog>
  )
}
