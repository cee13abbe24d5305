'use client'

import { StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import { APPLY_ALONE } from '@/lib/domain/access/new-admin'
import type { LinkRowView } from '@/lib/server/people/views'
import { RoleBadges } from './role-badges'

type Actions = {
  busy: string | null
  onResend: (linkId: string) => void
  onRevoke: (link: LinkRowView) => void
  onConsent: (link: LinkRowView) => void
}

const STATES = {
  open: { tone: 'progress', label: 'Invited' },
  waiting: { tone: 'warn', label: 'Pending approval' },
  expired: { tone: 'neutral', label: 'Expired' },
  used: { tone: 'good', label: 'Accepted' },
  voided: { tone: 'neutral', label: 'Revoked' },
} as const

/** Open invitations. */
export const InvitationList = ({
  invitations,
  ...actions
}: { invitations: readonly LinkRowView[] } & Actions) => (
  <Panel title="Invitations" flush>
    <ul>
      {invitations.map((link) => (
        <li
          // A renewed link keeps its row and its pressed button.
          key={link.email}
          aria-label={link.email}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 text-sm last:border-b-0"
        >
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-medium wrap-anywhere">{link.email}</p>
            <p className="text-muted">
              Invited by {link.isMine ? 'you' : <bdi>{link.by}</bdi>},{' '}
              {link.state === 'expired' ? 'expired' : 'valid until'} <DateTime at={link.expiresAt} />
            </p>
            {link.state === 'waiting' && <WhyWaiting {...link} />}
          </div>
          <RoleBadges roles={link.roles} />
          <StatusBadge tone={STATES[link.state].tone}>{STATES[link.state].label}</StatusBadge>
          <div className="flex flex-wrap gap-2">
            <LinkActions link={link} {...actions} />
          </div>
        </li>
      ))}
    </ul>
  </Panel>
)

/** Why this admin cannot approve it, or that they can apply it alone. */
export function WhyWaiting({ barred, mayApply }: { barred: string | null; mayApply: boolean }) {
  const words = mayApply ? APPLY_ALONE : barred
  return words && <span className="mt-1 block max-w-prose">{words}</span>
}

/** The actions on an unused link. */
export function LinkActions({ link, busy, onResend, onRevoke, onConsent }: { link: LinkRowView } & Actions) {
  const { id, state, isMine, isForMe, barred, email, mayApply } = link
  const isBusy = busy === id
  return (
    <>
      {state === 'waiting' && (isMine ? mayApply : barred === null && !isForMe) && (
        <Button
          size="small"
          variant="primary"
          busy={isBusy}
          onClick={() => onConsent(link)}
          aria-label={`${isMine ? 'Apply' : 'Approve'} ${email}`}
        >
          {isMine ? 'Apply' : 'Approve'}
        </Button>
      )}
      <Button size="small" busy={isBusy} onClick={() => onResend(id)} aria-label={`New link for ${email}`}>
        New link
      </Button>
      <Button
        size="small"
        busy={isBusy}
        onClick={() => onRevoke(link)}
        aria-label={`Revoke link for ${email}`}
      >
        Revoke…
      </Button>
    </>
  )
}
