'use client'

import { ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { LiveSwitch } from '@/components/shell/live-switch'
import { StaleNotice } from '@/components/shell/stale-notice'
import { useLive } from '@/components/shell/use-live'
import { StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { grouped } from '@/lib/domain/values/money'
import { routes } from '@/lib/routes'
import { clearFaultsAction, revokeTokensAction } from '@/lib/server/sandbox/actions'
import type { ControlFault } from '@/lib/server/sandbox/controls'
import { ControlNotice } from './control-notice'
import { FaultForm } from './fault-form'
import { endpointLabel, faultMode } from './sandbox-labels'
import { useControl } from './use-control'

/** Sets faults and shows those that are left. */
export function FaultsBoard({ first }: { first: readonly ControlFault[] }) {
  const { value: faults, reload, problem, live } = useLive(routes.api.sandboxFaults, first)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-4 lg:order-last">
        <Panel title="Set now" actions={<LiveSwitch {...live} />} flush>
          <StaleNotice problem={problem} />
          <FaultList faults={faults} onChanged={() => void reload()} />
        </Panel>
        <TokensPanel />
      </div>
      <FaultForm onSet={() => void reload()} />
    </div>
  )
}

function FaultList({ faults, onChanged }: { faults: readonly ControlFault[]; onChanged: () => void }) {
  const [done, setDone] = useState('')
  const notice = useRef<HTMLDivElement>(null)
  const control = useControl(clearFaultsAction)

  async function clear() {
    setDone('')
    const result = await control.run({})
    if (!result.ok) return
    setDone('All faults cleared.')
    onChanged()
    // The button disappears with the last fault.
    notice.current?.focus()
  }

  const cleared = faults.length === 0 ? done : ''
  return (
    <>
      {faults.length === 0 ? (
        <EmptyState icon={<ShieldCheck />} title="No faults set">
          All endpoints answer normally.
        </EmptyState>
      ) : (
        <>
          <ul aria-label="Faults set">
            {faults.map((fault) => (
              <li key={fault.endpoint} className="border-b border-line px-4 py-2.5">
                <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                  <span className="font-semibold">{endpointLabel(fault.endpoint)}</span>
                  <StatusBadge tone="warn">{timesLeft(fault.times)}</StatusBadge>
                </div>
                <p className="text-sm text-muted">{faultWords(fault)}</p>
              </li>
            ))}
          </ul>
          <div className="px-4 py-3">
            <Button busy={control.busy} onClick={clear}>
              Clear all
            </Button>
          </div>
        </>
      )}
      <div
        ref={notice}
        tabIndex={-1}
        className={classNames('px-4 focus-visible:outline-none', (control.problem || cleared) && 'pb-3')}
      >
        <ControlNotice problem={control.problem} done={cleared} />
      </div>
    </>
  )
}

const timesLeft = (times: number): string =>
  times === 1 ? '1 request left' : `${grouped(String(times))} requests left`

function faultWords({ mode, status, delayMs }: ControlFault): string {
  return [
    faultMode(mode)?.label ?? mode,
    status !== null && `HTTP ${status}`,
    delayMs !== null && `${grouped(String(delayMs))} ms`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function TokensPanel() {
  const [done, setDone] = useState('')
  const control = useControl(revokeTokensAction)

  async function revoke() {
    setDone('')
    const result = await control.run({})
    if (result.ok) setDone(revokedWords(result.data?.revoked ?? 0))
  }

  return (
    <Panel title="Tokens">
      <div className="flex flex-col items-start gap-3">
        <p className="text-sm text-muted">
          Every token becomes invalid immediately. The next call gets a 401; the desk then fetches a new token
          and repeats the call once.
        </p>
        <Button busy={control.busy} onClick={revoke}>
          Revoke all tokens
        </Button>
        <ControlNotice problem={control.problem} done={done} />
      </div>
    </Panel>
  )
}

function revokedWords(count: number): string {
  if (count === 0) return 'There were no valid tokens.'
  return count === 1 ? '1 token was revoked.' : `${grouped(String(count))} tokens were revoked.`
}
