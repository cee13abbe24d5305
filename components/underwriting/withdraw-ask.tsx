'use client'

import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Ask } from './case-asks'
import { focusPart } from './focus-part'

const WithdrawAskDialog = dynamic(() => import('./withdraw-ask-dialog'), { loading: () => null })

/** The way to take back what is asked of staff, or to ask for more: it becomes a draft request again. */
export function WithdrawAsk(request: { applicationId: string; requestId: string; asked: readonly Ask[] }) {
  const [isOpen, setOpen] = useState(false)
  // The dialog gives the focus back to its button, which goes with the page that the answer brings.
  const isDone = useRef(false)
  useEffect(
    () => () => {
      if (isDone.current)
        requestAnimationFrame(() => {
          if (document.activeElement === document.body) focusPart('requests')
        })
    },
    [],
  )
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Withdraw…
      </Button>
      {isOpen && (
        <WithdrawAskDialog
          {...request}
          onDone={() => {
            isDone.current = true
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
