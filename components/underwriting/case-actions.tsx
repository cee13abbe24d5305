'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { TroubleLine } from '@/components/forms/trouble-notice'
import { usePress } from '@/components/forms/use-press'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { claimCaseAction, releaseCaseAction } from '@/lib/server/underwriting/actions'
import type { Underwriter } from '@/lib/server/underwriting/underwriters'
import type { AssignedCase } from './assign-dialog'

const AssignDialog = dynamic(() => import('./assign-dialog'), { loading: () => null })

/** Who has the case, for an underwriter who has not: what they may do with it, and the way to have it. */
export function HeldByOther({
  assigned,
  since,
  people,
  me,
}: {
  assigned: AssignedCase & { underwriter: Underwriter }
  since: string | null
  people: readonly Underwriter[]
  me: string
}) {
  const [assigns, setAssigns] = useState(false)
  const close = () => setAssigns(false)
  return (
    <Callout
      title={
        <>
          <bdi>{assigned.underwriter.name}</bdi> has this case
          {since && (
            <>
              {' '}
              since <DateTime at={since} />
            </>
          )}
        </>
      }
      actions={
        people.some(({ id }) => id === me) && (
          <Button size="small" onClick={() => setAssigns(true)}>
            Assign to me…
          </Button>
        )
      }
    >
      You can read it and write notes. Only <bdi>{assigned.underwriter.name}</bdi> can confirm the checklist,
      ask for information and decide.
      {assigns && (
        <AssignDialog
          assigned={assigned}
          people={people}
          me={me}
          chosen={me}
          onClose={close}
          onDone={close}
        />
      )}
    </Callout>
  )
}

/** Claims, releases or assigns the case that is open. */
export function CaseActions({
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
  const { busy, trouble, press } = usePress()
  const [assigns, setAssigns] = useState(false)

  return (
    <>
      {underwriter === null && !isOwn && (
        <Button
          variant="primary"
          data-action="claim"
          aria-keyshortcuts="c"
          busy={busy !== null}
          onClick={() => void press('claim', () => claimCaseAction({ applicationId }))}
        >
          Claim
        </Button>
      )}
      {isOwn && <Badge tone="warn">You worked on this</Badge>}
      {underwriter?.id === me && (
        <Button
          busy={busy !== null}
          onClick={() => void press('release', () => releaseCaseAction({ applicationId }))}
        >
          Release
        </Button>
      )}
      <Button variant="ghost" onClick={() => setAssigns(true)}>
        Assign…
      </Button>
      <TroubleLine trouble={trouble} className="basis-full" />
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
