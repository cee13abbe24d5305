'use client'

import { Activity } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { askDesk } from '@/components/shell/ask-desk'
import { Badge } from '@/components/ui/badge'
import { Button, LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { CHECK_STATES, type CheckTarget, ENVIRONMENT_TEXTS } from '@/lib/domain/connections/connections'
import { routes } from '@/lib/routes'
import { checkConnectionsAction } from '@/lib/server/connections/actions'
import type { ConnectionRow, ConnectionsView } from '@/lib/server/connections/loaders'
import { ConnectionCheck } from './connection-check'

/** Everything that the desk is connected to, what was found when it was tried, and the buttons that try it. */
export function ConnectionBoard({ view }: { view: ConnectionsView }) {
  const router = useRouter()
  const [busy, setBusy] = useState<CheckTarget | 'all' | null>(null)
  const [said, setSaid] = useState('')
  const [failure, setFailure] = useState<string | null>(null)

  async function check(target?: CheckTarget) {
    if (busy) return
    setBusy(target ?? 'all')
    setSaid('')
    const { data, problem } = await askDesk(() => checkConnectionsAction(target ? { target } : {}))
    setBusy(null)
    setFailure(problem)
    if (data) setSaid(wordsOf(data))
    router.refresh()
  }

  return (
    <div className="flex flex-col gap-4">
      <Panel
        title="Connection check"
        description={summaryOf(view.rows)}
        actions={
          <Button variant="primary" busy={busy === 'all'} onClick={() => void check()}>
            <Activity aria-hidden="true" />
            Check all
          </Button>
        }
        flush
      >
        <p role="status" className="px-4 pt-2 text-sm text-muted empty:sr-only">
          {said}
        </p>
        {failure && (
          <div className="px-4 pt-3">
            <Callout tone="bad" live="alert" title="The check did not run">
              {failure}
            </Callout>
          </div>
        )}
        <ul>
          {view.rows.map((row) => (
            <ConnectionCheck
              key={row.target}
              row={row}
              busy={busy === row.target || busy === 'all'}
              onCheck={() => void check(row.target)}
            />
          ))}
        </ul>
      </Panel>
      <Callbacks view={view} />
      <Environment view={view} />
    </div>
  )
}

const wordsOf = ({ checked, failed }: { checked: number; failed: number }): string =>
  `Checked ${checked} ${checked === 1 ? 'connection' : 'connections'}: ${failed === 0 ? 'none failed' : `${failed} failed`}.`

function summaryOf(rows: readonly ConnectionRow[]): string {
  const latest = rows.flatMap(({ checks: [last] }) => (last ? [last.state] : []))
  if (latest.length === 0) return 'Not run yet. The first daily check runs a day after the desk starts.'
  const count = (state: (typeof CHECK_STATES)[number]) => latest.filter((one) => one === state).length
  const words = {
    ok: 'working',
    attention: 'to look at',
    failed: 'failed',
    skipped: 'not tried',
    off: 'not configured',
  }
  return CHECK_STATES.filter((state) => count(state) > 0)
    .map((state) => `${count(state)} ${words[state]}`)
    .join(' · ')
}

function Callbacks({ view: { receivers, profiles } }: { view: ConnectionsView }) {
  const labelOf = (profileId: string) =>
    profiles.find((profile) => profile.profileId === profileId)?.label ?? 'not configured any more'
  return (
    <Panel
      title="Callbacks"
      description="The partner calls the desk, so nothing can be tried from here."
      actions={
        <LinkButton size="small" href={routes.settings.callbacks}>
          Receivers and keys
        </LinkButton>
      }
      flush
    >
      {receivers.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">
          No receivers. Add one, and give its address to the partner.
        </p>
      ) : (
        <Table label="When callbacks were last received">
          <thead>
            <tr>
              <Th>Receiver</Th>
              <Th>Profile</Th>
              <Th>Last callback</Th>
            </tr>
          </thead>
          <tbody>
            {receivers.map(({ id, label, profileId, lastSeenAt }) => (
              <tr key={id}>
                <Th scope="row">
                  <bdi>{label}</bdi>
                </Th>
                <Td>
                  {labelOf(profileId)} <code className="font-mono text-muted">{profileId}</code>
                </Td>
                <Td>{lastSeenAt ? <DateTime at={lastSeenAt} /> : 'None received yet'}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

const UNITS = { minor: 'Cents', major: 'Whole dollars' } as const

function Environment({ view: { connections, profiles, database } }: { view: ConnectionsView }) {
  const { environment, authUrl, instanceHosts, aliasUrl, statusPath, fundingUrl, hostedPaymentPage } =
    connections
  const { label, meaning, tone } = ENVIRONMENT_TEXTS[environment]
  return (
    <Panel title="Environment" description="Set where the desk is started; the README names each variable.">
      <DescriptionList columns={2}>
        <Description term="Partner">
          <Badge tone={tone}>{label}</Badge> <span className="text-sm text-muted">{meaning}</span>
        </Description>
        <Description term="Database">{database}</Description>
        <Description term="Token service">{authUrl}</Description>
        <Description term="Allowed instance hosts">{instanceHosts.join(', ')}</Description>
        <Description term="Full applications">{aliasUrl ?? 'Below the instance address'}</Description>
        <Description term="Stage reads">{statusPath ?? 'Switched off'}</Description>
        <Description term="Funding service">{fundingUrl ?? 'Not configured'}</Description>
        <Description term="Hosted payment page">{hostedPaymentPage ?? 'Not configured'}</Description>
      </DescriptionList>
      <h3 className="mt-4 mb-1 text-sm font-semibold">Funding profiles</h3>
      {profiles.length === 0 ? (
        <p className="text-sm text-muted">No funding profiles. Set FUNDING_PROFILES to fund batches.</p>
      ) : (
        <div className="overflow-clip rounded-md border border-line">
          <Table label="Funding profiles">
            <thead>
              <tr>
                <Th>Profile</Th>
                <Th>Profile ID</Th>
                <Th>Amounts are sent in</Th>
              </tr>
            </thead>
            <tbody>
              {profiles.map(({ profileId, label: name, amountUnit }) => (
                <tr key={profileId}>
                  <Th scope="row">
                    <bdi>{name}</bdi>
                  </Th>
                  <Td>
                    <code className="font-mono">{profileId}</code>
                  </Td>
                  <Td>{UNITS[amountUnit]}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Panel>
  )
}
