'use client'

import { Send } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { notLoaded } from '@/components/shell/not-loaded'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { switchEndpointAction, testEndpointAction } from '@/lib/server/callbacks/forwarding/actions'
import type { EndpointView } from '@/lib/server/callbacks/forwarding/endpoint-list'

const DIALOGS = {
  change: dynamic(
    () => import('./forwarding-dialogs').then((file) => file.ChangeEndpointDialog).catch(notLoaded),
    {
      loading: () => null,
    },
  ),
  off: dynamic(() => import('./forwarding-dialogs').then((file) => file.SwitchOffDialog).catch(notLoaded), {
    loading: () => null,
  }),
  on: dynamic(() => import('./forwarding-dialogs').then((file) => file.SwitchOnDialog).catch(notLoaded), {
    loading: () => null,
  }),
  renew: dynamic(
    () => import('./forwarding-dialogs').then((file) => file.RenewSecretDialog).catch(notLoaded),
    {
      loading: () => null,
    },
  ),
}

/** An endpoint with its actions. */
export function EndpointRow({ endpoint }: { endpoint: EndpointView }) {
  const { id, label, url, active, innerAllowed, waiting, failed, createdAt, createdBy, tested } = endpoint
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null)
  /** What came of a test is read out; what came of an earlier one only stands there. */
  const [hasTested, setHasTested] = useState(false)
  const [isOutdated, setIsOutdated] = useState(false)
  const test = useDeskAction(testEndpointAction, { unanswered: 'try-again' })
  const turn = useDeskAction(switchEndpointAction, { unanswered: 'try-again' })

  async function sendTest() {
    turn.clear()
    setHasTested(true)
    const called = await test.run({ endpointId: id })
    setIsOutdated(called?.ok === true && called.data.changedMeanwhile)
  }

  const shown = test.busy ? null : tested
  const problem = shown?.problem ?? null
  function switchOn() {
    if (problem !== null) return setOpen('on')
    test.clear()
    void turn.run({ endpointId: id, active: true })
  }

  const Dialog = open && DIALOGS[open]
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 className="min-w-0 font-semibold break-words">
              <bdi>{label}</bdi>
            </h3>
            <StatusBadge tone={active ? 'good' : 'neutral'}>{active ? 'On' : 'Off'}</StatusBadge>
            {innerAllowed && <Badge>Private addresses allowed</Badge>}
            {waiting > 0 && <Badge tone="progress">{waiting.toLocaleString('en-US')} waiting</Badge>}
            {failed > 0 && <Badge tone="bad">{failed.toLocaleString('en-US')} failed</Badge>}
          </div>
          <p className="mt-0.5 font-mono text-sm break-all">{url}</p>
          <p className="text-sm text-muted">
            Added by <bdi>{createdBy}</bdi>, <DateTime at={createdAt} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="small" busy={test.busy} onClick={() => void sendTest()}>
            <Send aria-hidden="true" />
            Send a test message
            <span className="sr-only"> to {label}</span>
          </Button>
          <Button
            size="small"
            variant={active ? 'secondary' : 'primary'}
            busy={turn.busy}
            onClick={() => (active ? setOpen('off') : switchOn())}
          >
            {active ? 'Switch off…' : problem === null ? 'Switch on' : 'Switch on…'}
            <span className="sr-only"> {label}</span>
          </Button>
          <Button size="small" variant="ghost" onClick={() => setOpen('change')}>
            Change…
            <span className="sr-only"> {label}</span>
          </Button>
          <Button size="small" variant="ghost" onClick={() => setOpen('renew')}>
            Renew secret…
            <span className="sr-only"> of {label}</span>
          </Button>
        </div>
      </div>
      <p role="status" className="text-sm text-good-ink empty:absolute">
        {shown && shown.problem === null && (
          <>
            Test delivered: HTTP {shown.status} after {shown.durationMs.toLocaleString('en-US')} ms.{' '}
            <TestedBy test={shown} />
          </>
        )}
      </p>
      <p role="status" className="text-sm text-warn-ink empty:absolute">
        {isOutdated &&
          !test.busy &&
          shown === null &&
          'The endpoint was changed during the test. Send another.'}
      </p>
      {shown && problem !== null && (
        <Callout tone="bad" {...(hasTested && { live: 'alert' })} title="Test delivery failed">
          {problem}. Fix the endpoint and send another. <TestedBy test={shown} />
        </Callout>
      )}
      <TroubleNotice trouble={test.trouble ?? turn.trouble} title="Couldn’t complete" />
      {Dialog && <Dialog endpoint={endpoint} problem={problem ?? ''} onClose={() => setOpen(null)} />}
    </li>
  )
}

const TestedBy = ({ test: { at, by } }: { test: NonNullable<EndpointView['tested']> }) => (
  <span className="text-muted">
    Tested by <bdi>{by}</bdi>, <DateTime at={at} />.
  </span>
)
