'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Ask } from './case-asks'

const WithdrawAskDialog = dynamic(() => import('./withdraw-ask-dialog'), { loading: () => null })

/** The way to take back what is asked of staff, or to ask for more: it becomes a draft request again. */
export function WithdrawAsk(request: { applicationId: string; requestId: string; asked: readonly Ask[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Withdraw…
      </Button>
      {isOpen && <WithdrawAskDialog {...request} onClose={() => setOpen(false)} />}
    </>
  )
}
