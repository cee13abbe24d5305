'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { answerConfirmations } from '@/components/shell/session'

const ConfirmQuestion = dynamic(() => import('./confirm-question').catch(notLoaded), { loading: () => null })

/**
 * Mounted on every page. Before sensitive actions it asks for the second factor, and then the action continues. The
 * page's input stays.
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
