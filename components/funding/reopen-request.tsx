'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { reopenRequestAction } from '@/lib/server/funding/actions'

const ReopenDialog = dynamic(() => import('./reopen-dialog').catch(notLoaded), { loading: () => null })

/** For a recorded outcome that turns out to be wrong. */
export function ReopenRequest(request: { batchId: string; n: number; attemptId: string }) {
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>Reopen request {request.n}…</Button>
      {isOpen && (
        <ReopenDialog
          {...request}
          reopen={reopenRequestAction}
          onDone={() => {
            setIsOpen(false)
            router.refresh()
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
