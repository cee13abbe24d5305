'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'

const ReopenDialog = dynamic(() => import('./reopen-dialog'), { loading: () => null })

/** For a word that turns out to be wrong. */
export function ReopenRequest(request: { batchId: string; n: number; attemptId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>Reopen request {request.n}…</Button>
      {isOpen && <ReopenDialog {...request} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
