'use client'

import { RotateCcw, Undo2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { TroubleLine } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { takeUpApplicationsAction, withdrawApplicationsAction } from '@/lib/server/applications/list-actions'
import { askedOfOne } from './asked-of-one'

const WithdrawDialog = dynamic(() => import('./withdraw-dialog'), { loading: () => null })

const withdraw = askedOfOne(withdrawApplicationsAction)
const takeUp = askedOfOne(takeUpApplicationsAction)

/** For an application of which nothing stands at the partner (`withdrawalProblem`). */
export function WithdrawButton({ applicationId }: { applicationId: string }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Undo2 aria-hidden="true" />
        Withdraw…
      </Button>
      {asking && (
        <WithdrawDialog
          title="Withdraw this application?"
          applicationIds={[applicationId]}
          withdraw={withdraw}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Makes a draft of a withdrawn application again. */
export function TakeUpButton({ applicationId }: { applicationId: string }) {
  const { run, busy, trouble } = useDeskAction(takeUp)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button variant="primary" busy={busy} onClick={() => void run({ applicationIds: [applicationId] })}>
        <RotateCcw aria-hidden="true" />
        Reopen
      </Button>
      <TroubleLine trouble={trouble} />
    </div>
  )
}
