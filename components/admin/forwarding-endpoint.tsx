'use client'

import { Send } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Asked, askDesk } from '@/components/shell/ask-desk'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Dialog } from '@/components/ui/dialog'
import type { EndpointView } from '@/lib/server/callbacks/endpoint-list'
import type { TestOutcome } from '@/lib/server/callbacks/endpoints'
import {
  renewSecretAction,
  switchEndpointAction,
  testEndpointAction,
} from '@/lib/server/callbacks/forward-actions'
import { EndpointDialog } from './forwarding-endpoint-dialog'
import { SecretShown } from './forwarding-secret'

type Open = 'change' | 'renew' | 'off' | null

/** One endpoint, and everything that can be done with it. */
export function EndpointRow({ endpoint }: { endpoint: EndpointView }) {
  const { id, label, url, active, innerAllowed, waiting, failed, createdAt, createdBy } = endpoint
  const router = useRouter()
  const [open, setOpen] = useState<Open>(null)
  const [busy, setBusy] = useState<'test' | 'switch' | 'renew' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [tested, setTested] = useState<TestOutcome | null>(null)
  const [secret, setSecret] = useState<string | null>(null)

  async function run<T>(what: typeof busy, ask: () => Promise<Asked<T>>): Promise<T | null> {
    setBusy(what)
    setTested(null)
    const { data, problem } = await ask()
    setBusy(null)
    setFailure(problem)
    router.refresh()
    return data
  }

  const test = async () =>
    setTested(await run('test', () => askDesk(() => testEndpointAction({ endpointId: id }))))

  async function turn(on: boolean) {
    await run('switch', () => askDesk(() => switchEndpointAction({ endpointId: id, active: on })))
    setOpen(null)
  }

  async function renew() {
    const data = await run('renew', () => askDesk(() => renewSecretAction({ endpointId: id })))
    setOpen(null)
    if (data) setSecret(data.secret)
  }

  const close = () => setOpen(null)
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 className="min-w-0 font-semibold break-words">
              <bdi>{label}</bdi>
            </h3>
            <StatusBadge tone={active ? 'good' : 'neutral'}>{active ? 'On' : 'Off'}</StatusBadge>
            {innerAllowed && <Badge>Inner addresses allowed</Badge>}
            {waiting > 0 && <Badge tone="progress">{waiting.toLocaleString('en-US')} waiting</Badge>}
            {failed > 0 && <Badge tone="bad">{failed.toLocaleString('en-US')} failed</Badge>}
          </div>
          <p className="mt-0.5 font-mono text-sm break-all">{url}</p>
          <p className="text-sm text-muted">
            Added by <bdi>{createdBy}</bdi>, <DateTime at={createdAt} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="small" busy={busy === 'test'} onClick={() => void test()}>
            <Send aria-hidden="true" />
            Send a test message
            <span className="sr-only"> to {label}</span>
          </Button>
          <Button
            size="small"
            variant={active ? 'secondary' : 'primary'}
            busy={busy === 'switch' && open === null}
            onClick={() => (active ? setOpen('off') : void turn(true))}
          >
            {active ? 'Switch off…' : 'Switch on'}
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
        {tested && tested.problem === null && (
          <>
            It took the test message: HTTP {tested.status} after {tested.durationMs.toLocaleString('en-US')}{' '}
            ms.
          </>
        )}
      </p>
      {tested && tested.problem !== null && (
        <Callout tone="bad" live="alert" title="The test message was not taken">
          {tested.problem}. Nothing was changed; mend it, and send another.
        </Callout>
      )}
      {failure && (
        <Callout tone="bad" live="alert" title="This was not done">
          {failure}
        </Callout>
      )}
      {open === 'change' && <EndpointDialog endpoint={endpoint} onClose={close} />}
      <Dialog
        open={open === 'off'}
        onClose={close}
        title={
          <>
            Switch “<bdi>{label}</bdi>” off?
          </>
        }
        description="What is received while it is off is not passed on to it, also not afterwards. What waits for it goes on waiting, and is sent when it is on again."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="danger" busy={busy === 'switch'} onClick={() => void turn(false)}>
              Switch off
            </Button>
          </>
        }
      />
      <Dialog
        open={open === 'renew'}
        onClose={close}
        title={
          <>
            Renew the secret of “<bdi>{label}</bdi>”?
          </>
        }
        description="The present one ends at once: messages are refused over there until the new one is put in, and are tried again for about half an hour."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="danger" busy={busy === 'renew'} onClick={() => void renew()}>
              Renew
            </Button>
          </>
        }
      />
      {secret !== null && (
        <SecretShown label={label} secret={secret} isNew={false} onClose={() => setSecret(null)} />
      )}
    </li>
  )
}
