'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { answerConfirmations } from '@/components/shell/session'
import { Dialog } from '@/components/ui/dialog'

const ConfirmForm = dynamic(() => import('./confirm-form').then((file) => file.ConfirmForm), {
  loading: () => null,
})

/**
 * Stands on every page: what weighs more asks whether it is still the same person, and then goes on by itself. What
 * was chosen and typed stays as it is behind it.
 */
export function ConfirmDialog() {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null)
  useEffect(() => answerConfirmations((give) => setAnswer(() => give)), [])
  if (answer === null) return null
  const end = (isConfirmed: boolean) => {
    answer(isConfirmed)
    setAnswer(null)
  }
  return (
    <Dialog
      open
      onClose={() => end(false)}
      title="Confirm it is you"
      description="This step asks for your second factor again after 10 minutes. It goes on as soon as you confirm."
    >
      <ConfirmForm onConfirmed={() => end(true)} />
    </Dialog>
  )
}
