'use client'

import { RotateCcw, Undo2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { TroubleLine } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import {
  takeUpApplicationsAction,
  undoWithdrawalsAction,
  withdrawApplicationsAction,
} from '@/lib/server/applications/list-actions'
import { askedOfOne } from './asked-of-one'
import { tellDone } from './done'

const WithdrawDialog = dynamic(() => import('./withdraw-dialog').catch(notLoaded), { loading: () => null })

const withdraw = askedOfOne(withdrawApplicationsAction)
const takeUp = askedOfOne(takeUpApplicationsAction)
const undoWithdrawal = askedOfOne(undoWithdrawalsAction)

/** For an application that the partner has nothing of (`withdrawalProblem`). */
export function WithdrawButton({ applicationId, isDraft }: { applicationId: string; isDraft: boolean }) {
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
          // Only a draft can be restored as it was.
          onDone={() =>
            isDraft &&
            tellDone({
              applicationId,
              title: 'Withdrawn',
              undone: 'Reopened as a draft',
              undo: () => undoWithdrawal({ applicationIds: [applicationId] }),
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Reopens a withdrawn application as a draft. */
export function TakeUpButton({ applicationId }: { applicationId: string }) {
  const { run, busy, trouble } = useDeskAction(takeUp)
  async function reopen() {
    const called = await run({ applicationIds: [applicationId] })
    if (!called?.ok) return
    tellDone({
      applicationId,
      title: 'Reopened as a draft',
      undone: 'Withdrawn again',
      undo: () => withdraw({ applicationIds: [applicationId], reason: '' }),
    })
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button variant="primary" busy={busy} onClick={() => void reopen()}>
        <RotateCcw aria-hidden="true" />
        Reopen
      </Button>
      <TroubleLine trouble={trouble} />
    </div>
  )
}
