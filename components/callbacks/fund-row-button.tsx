'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'

const FundDialog = dynamic(() => import('./fund-dialog').catch(notLoaded), { loading: () => null })

/** Funds all unfunded sales of one receiver. */
export function FundRowButton({
  count,
  profileId,
  merchantId,
  label,
}: {
  /** How many of them can be funded. */
  count: number
  profileId: string
  merchantId: string
  label: string
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-label={`Fund the sales of ${label}…`} onClick={() => setIsOpen(true)}>
        Fund these…
      </Button>
      {isOpen && (
        <FundDialog
          count={count}
          query={{ ...callbackList.all, profileId, merchantId, funding: ['unfunded'] }}
          profileId={profileId}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
