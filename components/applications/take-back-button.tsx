'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import type { ApplicationStatus } from '@/lib/domain/application/status'

const TakeBackDialog = dynamic(() => import('./take-back-dialog').catch(notLoaded), { loading: () => null })

/** Takes an application back from underwriting after a confirmation. */
export function TakeBackButton(application: { applicationId: string; status: ApplicationStatus }) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setAsks(true)}>
        Recall…
      </Button>
      {asks && <TakeBackDialog {...application} onClose={() => setAsks(false)} />}
    </>
  )
}
