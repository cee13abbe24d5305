'use client'

import { useWatch } from 'react-hook-form'
import { ActionDialog } from '@/components/dialogs/action-dialog'
import { CheckboxesInput, TextInput } from '@/components/dialogs/action-fields'
import { invitePersonInput } from '@/lib/domain/access/inputs'
import { NEW_ADMIN_DAYS } from '@/lib/domain/access/new-admin'
import { ROLES, type Role } from '@/lib/domain/access/permissions'
import { gainsPower, isAdmin, ROLE_LABELS } from '@/lib/domain/access/roles'
import { invitePersonAction } from '@/lib/server/people/actions'
import type { MadeLink } from './link-dialog'

export default function InviteDialog({
  hasSecond,
  onClose,
  onMade,
}: {
  hasSecond: boolean
  onClose: () => void
  onMade: (link: MadeLink) => void
}) {
  return (
    <ActionDialog
      title="Invite person"
      description="They get a one-time link to set their name and password. It is valid for 7 days."
      confirm="Create invitation"
      size="medium"
      schema={invitePersonInput}
      values={{ email: '', roles: [] }}
      action={invitePersonAction}
      onDone={onMade}
      onClose={onClose}
    >
      <TextInput name="email" label="Email" type="email" autoCapitalize="off" spellCheck={false} />
      <RolesInput before={[]} hasSecond={hasSecond} />
    </ActionDialog>
  )
}

const ROLE_OPTIONS = ROLES.map((role) => ({
  value: role,
  label: ROLE_LABELS[role].label,
  note: ROLE_LABELS[role].does,
}))

/** The roles, and whether the choice needs a second admin. */
export function RolesInput({
  before,
  hasSecond,
  otherwise,
}: {
  before: readonly Role[]
  hasSecond: boolean
  /** When a choice that needs no second admin takes effect. */
  otherwise?: string
}) {
  const chosen: Role[] = useWatch({ name: 'roles' }) ?? []
  return (
    <>
      <CheckboxesInput name="roles" label="Roles" options={ROLE_OPTIONS} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {hasSecond && gainsPower(before, chosen)
          ? 'This gives approval or administration. Another admin has to approve it.'
          : otherwise}
      </p>
      <p role="status" className="text-sm text-muted empty:hidden">
        {!isAdmin(before) &&
          isAdmin(chosen) &&
          `Admins and auditors are notified. For ${NEW_ADMIN_DAYS} days, a new admin and the people who made them one cannot approve each other’s changes.`}
      </p>
    </>
  )
}
