'use client'

import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { focusPart } from './focus-part'
import type { WithdrawAskProps } from './withdraw-ask-dialog'

const WithdrawAskDialog = dynamic(() => import('./withdraw-ask-dialog'), { loading: () => null })

/** Withdraws a request to staff, or one item of it. */
export function WithdrawAsk(request: Omit<WithdrawAskProps, 'onDone' | 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  // The dialog returns the focus to its button, which the next page no longer has.
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
      <Button
        size="small"
        variant={request.item ? 'ghost' : 'secondary'}
        aria-label={request.item ? `Withdraw: ${request.item.label}` : undefined}
        onClick={() => setOpen(true)}
      >
        {request.item ? 'Withdraw item…' : 'Withdraw request…'}
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
