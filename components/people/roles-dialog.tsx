'use client'

import { useWatch } from 'react-hook-form'
import { ActionDialog } from '@/components/dialogs/action-dialog'
import { Callout } from '@/components/ui/callout'
import { changeRolesInput } from '@/lib/domain/access/inputs'
import type { Role } from '@/lib/domain/access/permissions'
import { gainsPower, isAdmin } from '@/lib/domain/access/roles'
import { changeRolesAction } from '@/lib/server/people/actions'
import type { PersonView } from '@/lib/server/people/views'
import { RolesInput } from './invite-dialog'

/** What a person loses when the admin role is taken away, and when. */
function LostAdmin({ person: { roles, isMe }, hasSecond }: { person: PersonView; hasSecond: boolean }) {
  const chosen: Role[] = useWatch({ name: 'roles' }) ?? []
  const waits = hasSecond && gainsPower(roles, chosen)
  return (
    <div role="status">
      {isAdmin(roles) && !isAdmin(chosen) && (
        <Callout
          tone="warn"
          title={`${isMe ? 'You' : 'They'} ${waits ? 'will stop' : 'stop'} being an admin`}
        >
          {waits
            ? `The whole change waits for approval, and ${isMe ? 'you stay' : 'they stay'} an admin until then. To take Admin away now, change only that role first. `
            : isMe && 'You lose this page and Settings at once. '}
          {isMe
            ? `Invitations and password links you made that are not used yet ${waits ? 'then ' : ''}become void, and so do your proposals and approvals of links.`
            : `Invitations and password links they made that are not used yet ${waits ? 'then ' : ''}become void, and so do their proposals and approvals of links.`}
        </Callout>
      )}
    </div>
  )
}

export default function RolesDialog({
  person,
  hasSecond,
  onClose,
  onDone,
}: {
  person: PersonView
  hasSecond: boolean
  onClose: () => void
  onDone: (title: string, text?: string) => void
}) {
  return (
    <ActionDialog
      title={
        <>
          Change roles of <bdi>{person.name}</bdi>
        </>
      }
      description="Work they may no longer do goes back to the queue."
      confirm="Change roles"
      size="medium"
      schema={changeRolesInput}
      values={{ personId: person.id, version: person.version, roles: person.roles }}
      action={changeRolesAction}
      onDone={({ waits }) =>
        waits
          ? onDone('Change proposed', `${person.name} keeps the current roles until another admin approves.`)
          : onDone('Roles changed', `The new roles of ${person.name} count from now on.`)
      }
      onClose={onClose}
    >
      <RolesInput
        before={person.roles}
        hasSecond={hasSecond}
        otherwise="Takes effect immediately, also in open sessions."
      />
      <LostAdmin person={person} hasSecond={hasSecond} />
    </ActionDialog>
  )
}
