'use client'

import { Ellipsis } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { Popover } from '@/components/ui/popover'
import { FACTOR_LABELS } from '@/lib/domain/access/second-factor'
import type { LinkRowView, PersonView } from '@/lib/server/people/views'
import { LinkActions, WhyWaiting } from './invitation-list'
import type { PersonAction } from './people-board'
import { RoleBadges } from './role-badges'

type Actions = {
  /** The ID of the action in progress. */
  busy: string | null
  onAction: (action: PersonAction, person: PersonView) => void
  onResend: (linkId: string) => void
  onRevoke: (link: LinkRowView) => void
  onConsent: (link: LinkRowView) => void
  onAnswer: (person: PersonView, answer: 'consent' | 'reject' | 'withdraw') => void
  onAnswerReset: (person: PersonView, answer: 'consent' | 'reject' | 'withdraw') => void
}

const COLUMNS =
  'lg:grid-cols-[minmax(12rem,3fr)_minmax(9rem,3fr)_7rem_minmax(8rem,2fr)_minmax(9rem,2fr)_3rem]'

export function PersonList({ people, ...actions }: { people: readonly PersonView[] } & Actions) {
  const active = people.filter((person) => person.active).length
  return (
    <section className="overflow-clip rounded-lg border border-line bg-surface" aria-label="People">
      <div
        aria-hidden="true"
        className={`hidden gap-4 border-b border-line bg-sunken px-4 py-2 text-xs font-medium text-muted lg:grid ${COLUMNS}`}
      >
        <span>Person</span>
        <span>Roles</span>
        <span>Status</span>
        <span>Second factor</span>
        <span>Last seen</span>
      </div>
      <ul>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} {...actions} />
        ))}
      </ul>
      <p className="border-t border-line px-4 py-2 text-sm text-muted">
        {active} active{people.length > active && `, ${people.length - active} deactivated`}
      </p>
    </section>
  )
}

function PersonRow({ person, ...actions }: { person: PersonView } & Actions) {
  const { name, email, roles, active, lastSeenAt, openSessions, isMe, proposal, link, factorReset } = person
  return (
    <li aria-label={name} className="border-b border-line px-4 py-2.5 text-sm last:border-b-0">
      <div className={`relative grid items-start gap-x-4 gap-y-1.5 pe-10 lg:items-center lg:pe-0 ${COLUMNS}`}>
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">
            <bdi>{name}</bdi> {isMe && <Badge>You</Badge>}
          </p>
          <p className="text-muted wrap-anywhere">{email}</p>
          {person.signIn && <p className="text-xs text-muted">{signInText(person.signIn)}</p>}
        </div>
        <div className="flex flex-wrap gap-1 lg:contents">
          <RoleBadges roles={roles} />
          <div>
            <StatusBadge tone={active ? 'good' : 'neutral'}>{active ? 'Active' : 'Deactivated'}</StatusBadge>
          </div>
        </div>
        <div className="text-muted">
          <span className="lg:sr-only">Second factor: </span>
          <FactorWords person={person} />
        </div>
        <div className="text-muted">
          <span className="lg:sr-only">Last seen: </span>
          {lastSeenAt === null ? 'Never' : <DateTime at={lastSeenAt} />}
          {openSessions > 0 && (
            <span className="block text-xs">
              {openSessions} open {openSessions === 1 ? 'session' : 'sessions'}
            </span>
          )}
        </div>
        <div className="absolute -end-1 -top-1 lg:static lg:justify-self-end">
          <PersonMenu person={person} onAction={actions.onAction} />
        </div>
      </div>
      {proposal && (
        <Waiting
          words={
            <>
              {proposal.isMine ? 'You' : <bdi>{proposal.by}</bdi>} proposed{' '}
              {active ? 'new roles:' : 'to reactivate this person as'} <RoleBadges roles={proposal.roles} />
              <WhyWaiting {...proposal} />
            </>
          }
        >
          <Answers
            of={proposal}
            busy={actions.busy === person.id}
            onAnswer={(answer) => actions.onAnswer(person, answer)}
          />
        </Waiting>
      )}
      {factorReset && (
        <Waiting
          words={
            <>
              {factorReset.isMine ? 'You' : <bdi>{factorReset.by}</bdi>} proposed to reset the second factor
              <WhyWaiting {...factorReset} />
            </>
          }
        >
          <Answers
            of={factorReset}
            busy={actions.busy === person.id}
            onAnswer={(answer) => actions.onAnswerReset(person, answer)}
          />
        </Waiting>
      )}
      {link && (
        <Waiting
          words={
            <>
              Link for a new password, made by {link.isMine ? 'you' : <bdi>{link.by}</bdi>},{' '}
              {link.state === 'expired' ? 'expired' : 'until'} <DateTime at={link.expiresAt} />
              {link.state === 'waiting' && <WhyWaiting {...link} />}
            </>
          }
        >
          <LinkActions link={link} {...actions} />
        </Waiting>
      )}
    </li>
  )
}

const Answers = ({
  of: { isMine, barred, mayApply },
  busy,
  onAnswer,
}: {
  of: { isMine: boolean; barred: string | null; mayApply: boolean }
  busy: boolean
  onAnswer: (answer: 'consent' | 'reject' | 'withdraw') => void
}) =>
  isMine ? (
    <>
      {mayApply && (
        <Button size="small" variant="primary" busy={busy} onClick={() => onAnswer('consent')}>
          Apply
        </Button>
      )}
      <Button size="small" busy={busy} onClick={() => onAnswer('withdraw')}>
        Withdraw
      </Button>
    </>
  ) : (
    <>
      {barred === null && (
        <Button size="small" variant="primary" busy={busy} onClick={() => onAnswer('consent')}>
          Approve
        </Button>
      )}
      <Button size="small" onClick={() => onAnswer('reject')}>
        Reject
      </Button>
    </>
  )

function FactorWords({ person: { factors, needsFactor, active } }: { person: PersonView }) {
  const words = (['passkey', 'totp'] as const).flatMap((kind) =>
    factors[kind] === 0
      ? []
      : [factors[kind] === 1 ? FACTOR_LABELS[kind] : `${FACTOR_LABELS[kind]} (${factors[kind]})`],
  )
  if (words.length > 0) return words.join(', ')
  return needsFactor && active ? 'None, set up at next sign-in' : 'None'
}

function signInText({ password, singleSignOn }: NonNullable<PersonView['signIn']>): string {
  if (password) return singleSignOn ? 'Password or single sign-on' : 'Password'
  return singleSignOn ? 'Single sign-on' : 'Single sign-on, not used yet'
}

const Waiting = ({ words, children }: { words: ReactNode; children: ReactNode }) => (
  <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warn-soft px-3 py-2">
    <p className="min-w-0 flex-1 basis-60">{words}</p>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)

function PersonMenu({
  person,
  onAction,
}: {
  person: PersonView
  onAction: (action: PersonAction, person: PersonView) => void
}) {
  const id = useId()
  const items: { action: PersonAction; label: string }[] = person.active
    ? [
        { action: 'roles', label: 'Change roles…' },
        ...(person.isMe
          ? []
          : ([
              { action: 'new-password', label: 'New password link…' },
              ...(person.factors.totp + person.factors.passkey > 0 && !person.factorReset
                ? ([{ action: 'reset-factors', label: 'Reset second factor…' }] as const)
                : []),
              ...(person.signIn?.singleSignOn
                ? ([{ action: 'unlink', label: 'Remove single sign-on link…' }] as const)
                : []),
              { action: 'end-sessions', label: 'End sessions…' },
              { action: 'deactivate', label: 'Deactivate…' },
            ] as const)),
      ]
    : person.proposal
      ? []
      : [{ action: 'reactivate', label: 'Reactivate…' }]
  if (items.length === 0) return null
  return (
    <>
      <Button variant="ghost" className="px-2" popoverTarget={id} aria-label={`Actions for ${person.name}`}>
        <Ellipsis aria-hidden="true" />
      </Button>
      <Popover id={id} label={`Actions for ${person.name}`} className="p-1">
        <ul className="flex min-w-48 flex-col">
          {items.map(({ action, label }) => (
            <li key={action}>
              <button
                type="button"
                onClick={({ currentTarget }) => {
                  // First, so that the menu's button has the focus when the dialog opens, and gets it back.
                  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
                  onAction(action, person)
                }}
                className="w-full rounded-md px-3 py-1.5 text-start text-base hover:bg-sunken pointer-coarse:py-2.5"
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      </Popover>
    </>
  )
}
