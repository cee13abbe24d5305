'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { resetFactorsInput } from '@/lib/domain/access/factor-inputs'
import { personInput, reactivatePersonInput } from '@/lib/domain/access/inputs'
import { hasPower } from '@/lib/domain/access/roles'
import {
  endPersonSessionsAction,
  makePasswordLinkAction,
  reactivatePersonAction,
  resetFactorsAction,
  unlinkIdentityAction,
} from '@/lib/server/people/actions'
import type { PersonView } from '@/lib/server/people/views'
import type { MadeLink } from './link-dialog'
import { rolesText } from './role-badges'

/** Actions that only need a confirmation. */
export default function PersonQuestion({
  action,
  person,
  hasSecond,
  onClose,
  onDone,
  onLink,
}: {
  action: 'reactivate' | 'end-sessions' | 'new-password' | 'reset-factors' | 'unlink'
  person: PersonView
  hasSecond: boolean
  onClose: () => void
  onDone: (title: string, text?: string) => void
  onLink: (link: MadeLink) => void
}) {
  const { id: personId, version, name, openSessions } = person
  if (action === 'reactivate') {
    const waits = hasSecond && hasPower(person.roles)
    return (
      <ActionDialog
        title={
          <>
            Reactivate <bdi>{name}</bdi>
          </>
        }
        description={`They can sign in again as ${rolesText(person.roles)}, with the password they had.${
          waits ? ' Another admin has to approve this first.' : ''
        }`}
        confirm={waits ? 'Propose reactivation' : 'Reactivate'}
        schema={reactivatePersonInput}
        values={{ personId, version }}
        action={reactivatePersonAction}
        onDone={(result) =>
          result.waits
            ? onDone('Reactivation proposed', `${name} can sign in once another admin approves.`)
            : onDone(`${name} is active again`)
        }
        onClose={onClose}
      />
    )
  }
  if (action === 'reset-factors')
    return (
      <ActionDialog
        title={
          <>
            Reset second factor of <bdi>{name}</bdi>
          </>
        }
        description={`Removes their passkeys, authenticator apps and recovery codes, and ends their sessions. ${
          person.needsFactor
            ? 'They set up a new one when they sign in.'
            : 'They sign in with their password alone.'
        } Another admin approves it first where this person approves or administers.`}
        confirm="Reset second factor"
        danger
        schema={resetFactorsInput}
        values={{ personId, version }}
        action={resetFactorsAction}
        onDone={(result) =>
          result.waits
            ? onDone('Reset proposed', 'It counts once another admin approves it.')
            : onDone(`Second factor of ${name} reset`)
        }
        onClose={onClose}
      />
    )
  if (action === 'unlink')
    return (
      <ActionDialog
        title={
          <>
            Remove single sign-on link of <bdi>{name}</bdi>
          </>
        }
        description={`Ends their sessions. The next account at the identity provider with the verified email ${person.email} signs in as them.`}
        confirm="Remove link"
        danger
        schema={personInput}
        values={{ personId }}
        action={unlinkIdentityAction}
        onDone={() => onDone(`Single sign-on link of ${name} removed`)}
        onClose={onClose}
      />
    )
  if (action === 'end-sessions')
    return (
      <ActionDialog
        title={
          <>
            End sessions of <bdi>{name}</bdi>
          </>
        }
        description={`${openSessions} open ${openSessions === 1 ? 'session ends' : 'sessions end'} at once. They can sign in again.`}
        confirm="End sessions"
        danger
        schema={personInput}
        values={{ personId }}
        action={endPersonSessionsAction}
        onDone={() => onDone(`Sessions of ${name} ended`)}
        onClose={onClose}
      />
    )
  return (
    <ActionDialog
      title={
        <>
          New password for <bdi>{name}</bdi>
        </>
      }
      description="Creates a one-time link to set a new password, valid for 1 day. Their current password works until the link is used."
      confirm="Create link"
      schema={personInput}
      values={{ personId }}
      action={makePasswordLinkAction}
      onDone={onLink}
      onClose={onClose}
    />
  )
}
