'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { WithdrawDeclineProps } from './withdraw-decline-dialog'

const WithdrawDeclineDialog = dynamic(() => import('./withdraw-decline-dialog'), { loading: () => null })

/** Takes back a mistaken decline, which reopens the same case. */
export function WithdrawDecline(decline: Omit<WithdrawDeclineProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Withdraw decline…
      </Button>
      {isOpen && <WithdrawDeclineDialog {...decline} onClose={() => setOpen(false)} />}
    </>
  )
}
