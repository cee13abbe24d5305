'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { changeRolesInput } from '@/lib/domain/access/inputs'
import { changeRolesAction } from '@/lib/server/people/actions'
import type { PersonView } from '@/lib/server/people/views'
import { RolesInput } from './invite-dialog'

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
      description="The change takes effect immediately, also in open sessions. Work they may no longer do goes back to the queue."
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
      <RolesInput before={person.roles} hasSecond={hasSecond} />
    </ActionDialog>
  )
}
