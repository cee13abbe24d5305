'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { answerConfirmations } from '@/components/shell/session'

const ConfirmQuestion = dynamic(() => import('./confirm-question').catch(notLoaded), { loading: () => null })

/**
 * Stands on every page: what weighs more asks whether it is still the same person, and then goes on by itself. What
 * was chosen and typed stays as it is behind it.
 */
export function ConfirmDialog() {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null)
  useEffect(() => answerConfirmations((give) => setAnswer(() => give)), [])
  if (answer === null) return null
  return (
    <ConfirmQuestion
      onAnswer={(isConfirmed) => {
        answer(isConfirmed)
        setAnswer(null)
      }}
    />
  )
}
