'use client'

import { RotateCcw, Undo2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { takeUpApplicationsAction, withdrawApplicationsAction } from '@/lib/server/applications/list-actions'
import { askRows, problemOf } from './ask-rows'

const WithdrawDialog = dynamic(() => import('./withdraw-dialog'), { loading: () => null })

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
          withdraw={async (reason) =>
            problemOf(
              await askRows(() => withdrawApplicationsAction({ applicationIds: [applicationId], reason })),
            )
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Makes a draft of a withdrawn application again. */
export function TakeUpButton({ applicationId }: { applicationId: string }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function takeUp() {
    setBusy(true)
    setProblem(problemOf(await askRows(() => takeUpApplicationsAction({ applicationIds: [applicationId] }))))
    setBusy(false)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button variant="primary" busy={busy} onClick={takeUp}>
        <RotateCcw aria-hidden="true" />
        Reopen
      </Button>
      {problem && (
        <p role="alert" className="text-sm text-bad-ink">
          {problem}
        </p>
      )}
    </div>
  )
}
