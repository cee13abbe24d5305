'use client'

import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { TroubleLine } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { usePromptAction } from '@/components/forms/use-prompt-action'
import type { TakeBack } from '@/components/forms/use-shown-early'
import { notLoaded } from '@/components/shell/not-loaded'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { assignCaseAction, claimCaseAction, releaseCaseAction } from '@/lib/server/underwriting/actions'
import type { CaseView } from '@/lib/server/underwriting/loaders'
import type { Underwriter } from '@/lib/server/underwriting/underwriters'
import type { AssignedCase } from './assign-dialog'

const AssignDialog = dynamic(() => import('./assign-dialog').catch(notLoaded), { loading: () => null })

export type MayNotDecide = CaseView['mayNotDecide']

/** Shown to an underwriter who has not claimed the case: who has, and how to take it over. */
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
  const { run, busy, trouble } = useDeskAction(assignCaseAction)
  const { applicationId, underwriter } = assigned
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
          <Button size="small" busy={busy} onClick={() => setAssigns(true)}>
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
          onClose={() => setAssigns(false)}
          onAssign={({ id: to }) => void run({ applicationId, from: underwriter.id, to })}
        />
      )}
      <TroubleLine trouble={trouble} />
    </Callout>
  )
}

/** Claims, releases or assigns the open case. */
export function CaseActions({
  assigned,
  people,
  me,
  mayNotDecide,
  showAtOnce,
}: {
  assigned: AssignedCase
  people: readonly Underwriter[]
  me: string
  /** Someone who may not decide it cannot claim it: that would only keep it from others. */
  mayNotDecide: MayNotDecide
  /** Shows the new assignment before the desk answers. */
  showAtOnce: (to: Underwriter | null) => TakeBack
}) {
  const { applicationId, underwriter } = assigned
  const { busy, trouble, press } = usePromptAction(showAtOnce)
  const [assigns, setAssigns] = useState(false)

  // The pressed button disappears, so the focus moves to the one that undoes it.
  const buttons = useRef<HTMLSpanElement>(null)
  const pressed = useRef(false)
  const holder = underwriter?.id ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: whose it is decides which button there is
  useEffect(() => {
    if (pressed.current && document.activeElement === document.body)
      buttons.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [holder])

  function claim() {
    pressed.current = true
    void press({ id: me, name: '' }, () => claimCaseAction({ applicationId }))
  }
  function release() {
    pressed.current = true
    void press(null, () => releaseCaseAction({ applicationId }))
  }
  return (
    <span ref={buttons} className="contents">
      {underwriter === null && mayNotDecide === null && (
        <Button variant="primary" data-action="claim" aria-keyshortcuts="c" busy={busy} onClick={claim}>
          Claim
        </Button>
      )}
      {mayNotDecide === 'own-work' && <Badge tone="warn">You worked on this</Badge>}
      {mayNotDecide === 'decided-first' && <Badge tone="progress">You decided first</Badge>}
      {underwriter?.id === me && (
        <Button busy={busy} onClick={release}>
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
          onAssign={(to) =>
            void press(to, () =>
              assignCaseAction({ applicationId, from: underwriter?.id ?? null, to: to.id }),
            )
          }
        />
      )}
    </span>
  )
}
