'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { problemOf } from '@/components/shell/ask-desk'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { claimCaseAction, releaseCaseAction } from '@/lib/server/underwriting/actions'
import type { Underwriter } from '@/lib/server/underwriting/claim'
import type { AssignedCase } from './assign-dialog'

const AssignDialog = dynamic(() => import('./assign-dialog'), { loading: () => null })

/** Claims, releases or assigns the case that is open. */
export function CaseDeeds({
  assigned,
  people,
  me,
  isOwn,
}: {
  assigned: AssignedCase
  people: readonly Underwriter[]
  me: string
  /** This person worked on it: claimed by them, nobody could decide on it. */
  isOwn: boolean
}) {
  const { applicationId, underwriter } = assigned
  const [busy, setBusy] = useState(false)
  const [assigns, setAssigns] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function run(act: typeof claimCaseAction | typeof releaseCaseAction) {
    if (busy) return
    setBusy(true)
    setProblem(await problemOf(() => act({ applicationId })))
    setBusy(false)
  }

  return (
    <>
      {underwriter === null && !isOwn && (
        <Button variant="primary" busy={busy} onClick={() => void run(claimCaseAction)}>
          Claim it
        </Button>
      )}
      {isOwn && <Badge tone="warn">You worked on this</Badge>}
      {underwriter?.id === me && (
        <Button busy={busy} onClick={() => void run(releaseCaseAction)}>
          Release it
        </Button>
      )}
      <Button variant="ghost" onClick={() => setAssigns(true)}>
        Assign…
      </Button>
      {problem && (
        <p role="alert" className="basis-full text-sm text-bad-ink">
          {problem}
        </p>
      )}
      {assigns && (
        <AssignDialog
          assigned={assigned}
          people={people}
          me={me}
          onClose={() => setAssigns(false)}
          onDone={() => setAssigns(false)}
        />
      )}
    </>
  )
}
