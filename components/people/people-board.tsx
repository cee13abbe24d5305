'use client'

import { UserPlus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { usePress } from '@/components/forms/use-press'
import { notLoaded } from '@/components/shell/not-loaded'
import { PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { APPLY_ALONE } from '@/lib/domain/access/new-admin'
import { counted } from '@/lib/domain/values/counted'
import {
  answerProposalAction,
  answerResetAction,
  consentToLinkAction,
  resendLinkAction,
} from '@/lib/server/people/actions'
import type { LinkRowView, PeopleView, PersonView } from '@/lib/server/people/views'
import { InvitationList } from './invitation-list'
import type { MadeLink } from './link-dialog'
import { PersonList } from './person-list'

const InviteDialog = dynamic(() => import('./invite-dialog').catch(notLoaded), { loading: () => null })
const LinkDialog = dynamic(() => import('./link-dialog').catch(notLoaded), { loading: () => null })
const RolesDialog = dynamic(() => import('./roles-dialog').catch(notLoaded), { loading: () => null })
const DeactivateDialog = dynamic(() => import('./deactivate-dialog').catch(notLoaded), {
  loading: () => null,
})
const RevokeDialog = dynamic(() => import('./revoke-dialog').catch(notLoaded), { loading: () => null })
const PersonQuestion = dynamic(() => import('./person-question').catch(notLoaded), { loading: () => null })

/** The dialogs about one person. */
export type PersonAction =
  | 'roles'
  | 'deactivate'
  | 'reactivate'
  | 'end-sessions'
  | 'new-password'
  | 'reset-factors'
  | 'unlink'

type Shown =
  | { dialog: 'invite' }
  | { dialog: 'link'; link: MadeLink }
  | { dialog: 'revoke'; link: LinkRowView; name: string }
  | { dialog: PersonAction; person: PersonView }
  | null

type Told = { title: string; text?: string }

/** Everybody who can sign in, open invitations, and changes that wait for a second admin. */
export function PeopleBoard({ view }: { view: PeopleView }) {
  const [shown, setShown] = useState<Shown>(null)
  const [told, setTold] = useState<Told | null>(null)
  const { busy, trouble, press, clear } = usePress()
  const place = useRef<HTMLElement>(null)
  const wasUsed = useRef(false)
  const close = () => setShown(null)

  // A renewed or revoked link disappears with the pressed button, which a dialog would have focused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: any of these can remove the button
  useEffect(() => {
    if (shown !== null || busy !== null) wasUsed.current = true
    else if (wasUsed.current && document.activeElement === document.body) place.current?.focus()
  }, [shown, busy, told, view])

  const done = (title: string, text?: string) => {
    close()
    clear()
    setTold({ title, ...(text && { text }) })
  }

  /** An action without a dialog. */
  async function give(id: string, action: Parameters<typeof press>[1], title: string) {
    setTold(null)
    const called = await press(id, action)
    if (called?.ok) setTold({ title })
  }

  const revoke = (link: LinkRowView) => {
    const name = view.people.find(({ email }) => email === link.email)?.name ?? link.email
    setShown({ dialog: 'revoke', link, name })
  }
  const consent = ({ id: linkId }: LinkRowView, title: string) =>
    give(linkId, () => consentToLinkAction({ linkId }), title)

  async function resend(linkId: string) {
    setTold(null)
    const called = await press(linkId, () => resendLinkAction({ linkId }))
    if (called?.ok) setShown({ dialog: 'link', link: called.data })
  }

  return (
    <>
      <PageHeader
        title="People"
        subtitle="Who can sign in, and what they may do."
        actions={
          <Button variant="primary" onClick={() => setShown({ dialog: 'invite' })}>
            <UserPlus aria-hidden="true" />
            Invite person…
          </Button>
        }
      />
      <section ref={place} tabIndex={-1} aria-label="Access" className="flex flex-col gap-4 rounded-lg">
        {told && (
          <Callout tone="good" live="status" title={told.title}>
            {told.text}
          </Callout>
        )}
        <TroubleNotice trouble={trouble} />
        {view.waitingForMe > 0 && (
          <Callout
            tone="warn"
            title={`${view.waitingForMe} ${view.waitingForMe === 1 ? 'change needs' : 'changes need'} your approval`}
          >
            {view.waitingForMe === 1
              ? 'Another admin proposed it. It counts once you approve it.'
              : 'Another admin proposed them. Each counts once you approve it.'}
          </Callout>
        )}
        {view.toApply > 0 && (
          <Callout tone="warn" title={`${counted(view.toApply, 'change')} of yours can be applied`}>
            {APPLY_ALONE}
          </Callout>
        )}
        {view.nobodyApproves && (
          <Callout title="No one can approve your changes now">{view.nobodyApproves}</Callout>
        )}
        {view.invitations.length > 0 && (
          <InvitationList
            invitations={view.invitations}
            busy={busy}
            onResend={resend}
            onRevoke={revoke}
            onConsent={(link) =>
              consent(link, `Invitation of ${link.email} ${link.isMine ? 'applied' : 'approved'}`)
            }
          />
        )}
        <PersonList
          people={view.people}
          busy={busy}
          onAction={(dialog, person) => setShown({ dialog, person })}
          onResend={resend}
          onRevoke={revoke}
          onConsent={(link) =>
            consent(link, `New password for ${link.email} ${link.isMine ? 'applied' : 'approved'}`)
          }
          onAnswer={(person, answer) =>
            give(
              person.id,
              () => answerProposalAction({ personId: person.id, version: person.version, answer }),
              {
                consent: person.proposal?.isMine ? 'Change applied' : 'Change approved',
                reject: 'Change rejected',
                withdraw: 'Change withdrawn',
              }[answer],
            )
          }
          onAnswerReset={(person, answer) =>
            give(
              person.id,
              () => answerResetAction({ personId: person.id, version: person.version, answer }),
              { consent: 'Second factor reset', reject: 'Reset rejected', withdraw: 'Reset withdrawn' }[
                answer
              ],
            )
          }
        />
      </section>
      <Question
        shown={shown}
        view={view}
        onClose={close}
        onDone={done}
        onLink={(link) => setShown({ dialog: 'link', link })}
      />
    </>
  )
}

function Question({
  shown: opened,
  view,
  onClose,
  onDone,
  onLink,
}: {
  shown: Shown
  view: PeopleView
  onClose: () => void
  onDone: (title: string, text?: string) => void
  onLink: (link: MadeLink) => void
}): ReactNode {
  // The person's current data, even if someone else changed it while the dialog was open.
  const shown =
    opened && 'person' in opened
      ? { ...opened, person: view.people.find(({ id }) => id === opened.person.id) ?? opened.person }
      : opened
  if (shown === null) return null
  switch (shown.dialog) {
    case 'invite':
      return (
        <InviteDialog
          hasSecond={view.hasSecond || view.justLeft.length > 0}
          onClose={onClose}
          onMade={onLink}
        />
      )
    case 'link':
      return <LinkDialog link={shown.link} origin={view.origin} onClose={onClose} />
    case 'revoke':
      return <RevokeDialog link={shown.link} name={shown.name} onClose={onClose} onDone={onDone} />
    case 'roles':
      return (
        <RolesDialog
          person={shown.person}
          hasSecond={waitsFor(view, shown.person)}
          onClose={onClose}
          onDone={onDone}
        />
      )
    case 'deactivate':
      return <DeactivateDialog person={shown.person} view={view} onClose={onClose} onDone={onDone} />
    default:
      return (
        <PersonQuestion
          action={shown.dialog}
          person={shown.person}
          hasSecond={waitsFor(view, shown.person)}
          onClose={onClose}
          onDone={onDone}
          onLink={onLink}
        />
      )
  }
}

/** Whether what takes two admins waits for a second one; whoever just left comes back without waiting for themselves. */
const waitsFor = ({ hasSecond, justLeft }: PeopleView, person: PersonView): boolean =>
  hasSecond || justLeft.some((id) => id !== person.id)
