'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { usePress } from '@/components/forms/use-press'
import { RoleBadges } from '@/components/people/role-badges'
import { notLoaded } from '@/components/shell/not-loaded'
import { PageHeader } from '@/components/shell/page-header'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime, useTimeZone } from '@/components/ui/date-time'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { Panel } from '@/components/ui/panel'
import { MAIL_GROUP_LABELS, MAIL_GROUPS, MAIL_TIME_LABELS } from '@/lib/domain/notifications/mail-choices'
import { endOtherSessionsAction, endOwnSessionAction } from '@/lib/server/account/actions'
import type { AccountView, OwnFactor, OwnSession } from '@/lib/server/account/views'
import { FactorsPanel } from './factors-panel'
import { ThemeChoice } from './theme-choice'

const NameDialog = dynamic(
  () => import('./account-dialogs').then((file) => file.NameDialog).catch(notLoaded),
  {
    loading: () => null,
  },
)
const PasswordDialog = dynamic(
  () => import('./account-dialogs').then((file) => file.PasswordDialog).catch(notLoaded),
  {
    loading: () => null,
  },
)
const TimeZoneDialog = dynamic(
  () => import('./account-dialogs').then((file) => file.TimeZoneDialog).catch(notLoaded),
  {
    loading: () => null,
  },
)

const MailDialog = dynamic(() => import('./mail-dialog').then((file) => file.MailDialog).catch(notLoaded), {
  loading: () => null,
})

const factorDialogs = () => import('./factor-dialogs')
const AddFactorDialog = dynamic(
  () =>
    factorDialogs()
      .then((file) => file.AddFactorDialog)
      .catch(notLoaded),
  {
    loading: () => null,
  },
)
const RenameFactorDialog = dynamic(
  () =>
    factorDialogs()
      .then((file) => file.RenameFactorDialog)
      .catch(notLoaded),
  {
    loading: () => null,
  },
)
const RemoveFactorDialog = dynamic(
  () =>
    factorDialogs()
      .then((file) => file.RemoveFactorDialog)
      .catch(notLoaded),
  {
    loading: () => null,
  },
)
const NewCodesDialog = dynamic(
  () =>
    factorDialogs()
      .then((file) => file.NewCodesDialog)
      .catch(notLoaded),
  {
    loading: () => null,
  },
)

type Told = { title: string; text?: string }

/** A person's own account: sign-in, sessions, and display settings. */
export function AccountBoard({ view }: { view: AccountView }) {
  const zone = useTimeZone()
  const [dialog, setDialog] = useState<
    'name' | 'password' | 'time-zone' | 'mail' | 'add-factor' | 'new-codes' | null
  >(null)
  const [factor, setFactor] = useState<{ action: 'rename' | 'remove'; factor: OwnFactor } | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const { busy, trouble, press, clear } = usePress()
  const close = () => {
    setDialog(null)
    setFactor(null)
  }
  const done = (title: string, text?: string) => {
    close()
    clear()
    setTold({ title, ...(text && { text }) })
  }

  async function end(id: string, action: Parameters<typeof press>[1], title: string) {
    setTold(null)
    const called = await press(id, action)
    if (called?.ok) setTold({ title })
  }

  return (
    <>
      <PageHeader title="Account" subtitle={view.email} />
      <div className="flex max-w-4xl flex-col gap-4">
        {told && (
          <Callout tone="good" live="status" title={told.title}>
            {told.text}
          </Callout>
        )}
        <TroubleNotice trouble={trouble} />
        <Panel title="Profile" actions={<Button onClick={() => setDialog('name')}>Change name…</Button>}>
          <DescriptionList>
            <Description term="Name">
              <bdi>{view.name}</bdi>
            </Description>
            <Description term="Email">{view.email}</Description>
            <Description term="Roles">
              <RoleBadges roles={view.roles} />
            </Description>
          </DescriptionList>
        </Panel>
        <Panel
          title="Password"
          actions={
            view.hasPassword && <Button onClick={() => setDialog('password')}>Change password…</Button>
          }
        >
          <p className="text-sm text-muted">
            {!view.hasPassword ? (
              'None. You sign in with single sign-on.'
            ) : view.passwordChangedAt === null ? (
              'Not changed yet.'
            ) : (
              <>
                Last changed <DateTime at={view.passwordChangedAt} />
              </>
            )}
          </p>
        </Panel>
        <FactorsPanel
          view={view.factors}
          onAdd={() => setDialog('add-factor')}
          onNewCodes={() => setDialog('new-codes')}
          onRename={(chosen) => setFactor({ action: 'rename', factor: chosen })}
          onRemove={(chosen) => setFactor({ action: 'remove', factor: chosen })}
        />
        <Panel
          title="Sessions"
          description="Where you are signed in now. A session ends after 15 minutes without use, and after 12 hours."
          flush
          actions={
            view.sessions.length > 1 && (
              <Button
                busy={busy === 'others'}
                onClick={() =>
                  end('others', () => endOtherSessionsAction(undefined), 'All other sessions ended')
                }
              >
                End all others
              </Button>
            )
          }
        >
          <ul>
            {view.sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={busy === session.id}
                onEnd={() =>
                  end(session.id, () => endOwnSessionAction({ sessionId: session.id }), 'Session ended')
                }
              />
            ))}
          </ul>
        </Panel>
        <Panel title="Preferences">
          <div className="flex flex-col gap-4">
            <ThemeChoice />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <div>
                <p className="text-sm font-medium">Time zone</p>
                <p className="text-sm text-muted">{view.timeZone ?? `${zone} (this browser)`}</p>
              </div>
              <Button onClick={() => setDialog('time-zone')}>Change time zone…</Button>
            </div>
            {view.mail && (
              <div className="flex flex-wrap items-center justify-between gap-3">
                <div>
                  <p className="text-sm font-medium">Notifications by email</p>
                  <ul className="text-sm text-muted">
                    {MAIL_GROUPS.map((group) => (
                      <li key={group}>
                        {MAIL_GROUP_LABELS[group].label}:{' '}
                        {MAIL_TIME_LABELS[view.mail?.[group] ?? 'none'].toLowerCase()}
                      </li>
                    ))}
                  </ul>
                </div>
                <Button onClick={() => setDialog('mail')}>Change emails…</Button>
              </div>
            )}
          </div>
        </Panel>
      </div>
      {dialog === 'name' && <NameDialog name={view.name} onClose={close} onDone={done} />}
      {dialog === 'password' && <PasswordDialog view={view} onClose={close} onDone={done} />}
      {dialog === 'add-factor' && (
        <AddFactorDialog view={view.factors} hasPassword={view.hasPassword} onClose={close} onDone={done} />
      )}
      {dialog === 'new-codes' && <NewCodesDialog onClose={close} onDone={done} />}
      {factor?.action === 'rename' && (
        <RenameFactorDialog factor={factor.factor} onClose={close} onDone={done} />
      )}
      {factor?.action === 'remove' && (
        <RemoveFactorDialog
          factor={factor.factor}
          isLast={view.factors.factors.length === 1}
          onClose={close}
          onDone={done}
        />
      )}
      {dialog === 'mail' && view.mail && <MailDialog mail={view.mail} onClose={close} onDone={done} />}
      {dialog === 'time-zone' && <TimeZoneDialog timeZone={view.timeZone} onClose={close} onDone={done} />}
    </>
  )
}

function SessionRow({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { device, address, openedAt, lastSeenAt, isThis } = session
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 text-sm last:border-b-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">
          {device} {isThis && <Badge tone="progress">This session</Badge>}
        </p>
        <p className="text-muted">
          {address || 'Unknown address'} · last seen <DateTime at={lastSeenAt} /> · signed in{' '}
          <DateTime at={openedAt} />
        </p>
      </div>
      {!isThis && (
        <Button size="small" busy={busy} onClick={onEnd} aria-label={`End session: ${device}, ${address}`}>
          End this
        </Button>
      )}
    </li>
  )
}
