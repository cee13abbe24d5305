'use client'

import { Landmark } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import type { AgeingView } from '@/lib/server/sales/loaders'

const FundDialog = dynamic(() => import('./fund-dialog').catch(notLoaded), { loading: () => null })

/** Funds all unfunded sales of a profile up to a day, for every merchant. */
export function FundAllButton({
  view: { rows, today, profiles },
}: {
  view: Pick<AgeingView, 'rows' | 'today' | 'profiles'>
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [profile] = profiles
  if (!profile) return null
  const count = rows
    .filter(({ profileId }) => profileId === profile.profileId)
    .reduce((sum, { sales, held }) => sum + sales - held.sales, 0)
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <Landmark aria-hidden="true" />
        Fund all unfunded…
      </Button>
      {isOpen && (
        <FundDialog
          count={count}
          query={{ ...callbackList.all, profileId: profile.profileId, funding: ['unfunded'], to: today }}
          profileId={profile.profileId}
          range={{ profiles }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
