'use client'

import { Activity } from 'lucide-react'
import { useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Badge } from '@/components/ui/badge'
import { Button, LinkButton } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { Panel } from '@/components/ui/panel'
import {
  CellName,
  STACKED_CELL,
  STACKED_HEAD,
  STACKED_ROW,
  STACKED_TITLE,
  Table,
  Td,
  Th,
} from '@/components/ui/table'
import { CHECK_STATES, type CheckTarget, ENVIRONMENT_TEXTS } from '@/lib/domain/connections/connections'
import { routes } from '@/lib/routes'
import { checkConnectionsAction } from '@/lib/server/connections/actions'
import type { ConnectionRow, ConnectionsView } from '@/lib/server/connections/loaders'
import { ConnectionCheck } from './connection-check'

/** All connections of the desk with the results of their last check, and buttons to check them now. */
export function ConnectionBoard({ view }: { view: ConnectionsView }) {
  const { run, busy, trouble } = useDeskAction(checkConnectionsAction, { unanswered: 'try-again' })
  const [checking, setChecking] = useState<CheckTarget | 'all'>('all')
  const [said, setSaid] = useState('')

  async function check(target?: CheckTarget) {
    if (busy) return
    setChecking(target ?? 'all')
    setSaid('')
    const called = await run(target ? { target } : {})
    if (called?.ok) setSaid(wordsOf(called.data))
  }

  return (
    <div className="flex flex-col gap-4">
      <Panel
        title="Connection check"
        description={summaryOf(view.rows)}
        actions={
          <Button variant="primary" busy={busy && checking === 'all'} onClick={() => void check()}>
            <Activity aria-hidden="true" />
            Check all
          </Button>
        }
        flush
      >
        <p role="status" className="px-4 pt-2 text-sm text-muted empty:sr-only">
          {said}
        </p>
        <div className="px-4 pt-3 empty:hidden">
          <TroubleNotice trouble={trouble} title="The check did not run" />
        </div>
        <ul>
          {view.rows.map((row) => (
            <ConnectionCheck
              key={row.target}
              row={row}
              busy={busy && (checking === row.target || checking === 'all')}
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
    unproven: 'not proven',
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
    profiles.find((profile) => profile.profileId === profileId)?.label ?? 'no longer configured'
  return (
    <Panel
      title="Callbacks"
      description="The partner calls the desk, so this cannot be tested from here."
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
        <Table label="Last callbacks received">
          <thead className={STACKED_HEAD}>
            <tr>
              <Th>Receiver</Th>
              <Th>Profile</Th>
              <Th>Last callback</Th>
            </tr>
          </thead>
          <tbody>
            {receivers.map(({ id, label, profileId, lastSeenAt }) => (
              <tr key={id} className={STACKED_ROW}>
                <Th scope="row" className={STACKED_TITLE}>
                  <bdi>{label}</bdi>
                </Th>
                <Td className={STACKED_CELL}>
                  <CellName>Profile</CellName>
                  <span>
                    {labelOf(profileId)} <code className="font-mono text-muted">{profileId}</code>
                  </span>
                </Td>
                <Td className={STACKED_CELL}>
                  <CellName>Last callback</CellName>
                  {lastSeenAt ? <DateTime at={lastSeenAt} /> : 'None received yet'}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

/** These steps are done on the server, so an admin can pass them to whoever runs it. */
const GoingLive = () => (
  <>
    <h3 className="mt-4 mb-1 text-sm font-semibold">Going live</h3>
    <p className="text-sm text-muted">Steps for the person who runs the server:</p>
    <ol className="list-decimal ps-5 text-sm">
      <li>
        Set <code>PARTNER=live</code> with the partner’s variables, <code>APP_URL</code> and{' '}
        <code>DATABASE_URL</code>, and make the keys <code>AUTH_SECRET</code>, <code>DATA_KEY</code>,{' '}
        <code>AUDIT_SIGNING_KEY</code> and <code>BACKUP_KEY</code>.
      </li>
      <li>
        Start with an empty database, or end the demonstration’s accounts with{' '}
        <code>npm run demo:remove</code>.
      </li>
      <li>
        Give the desk a database role that cannot change the audit log: <code>npm run db:grant</code>.
      </li>
      <li>
        Restart, make the first admin with <code>npm run admin:create</code>, then check all connections here.
      </li>
    </ol>
  </>
)

const UNITS = { minor: 'Cents', major: 'Whole dollars' } as const

function Environment({ view: { connections, profiles, database } }: { view: ConnectionsView }) {
  const { environment, authUrl, instanceHosts, aliasUrl, statusPath, fundingUrl, hostedPaymentPage } =
    connections
  const { label, meaning, tone } = ENVIRONMENT_TEXTS[environment]
  return (
    <Panel
      title="Environment"
      description="Set with environment variables on the server. A change counts after a restart."
    >
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
      {environment === 'simulation' && <GoingLive />}
      <h3 className="mt-4 mb-1 text-sm font-semibold">Funding profiles</h3>
      {profiles.length === 0 ? (
        <p className="text-sm text-muted">No funding profiles. Set FUNDING_PROFILES to fund batches.</p>
      ) : (
        <div className="overflow-clip rounded-md border border-line">
          <Table label="Funding profiles">
            <thead className={STACKED_HEAD}>
              <tr>
                <Th>Profile</Th>
                <Th>Profile ID</Th>
                <Th>Amounts are sent in</Th>
                <Th>Codes that refuse for good</Th>
              </tr>
            </thead>
            <tbody>
              {profiles.map(({ profileId, label: name, amountUnit, finalCodes = [] }) => (
                <tr key={profileId} className={STACKED_ROW}>
                  <Th scope="row" className={STACKED_TITLE}>
                    <bdi>{name}</bdi>
                  </Th>
                  <Td className={STACKED_CELL}>
                    <CellName>Profile ID</CellName>
                    <code className="font-mono">{profileId}</code>
                  </Td>
                  <Td className={STACKED_CELL}>
                    <CellName>Amounts are sent in</CellName>
                    {UNITS[amountUnit]}
                  </Td>
                  <Td className={STACKED_CELL}>
                    <CellName>Codes that refuse for good</CellName>
                    {finalCodes.join(', ') || 'None'}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Panel>
  )
}
