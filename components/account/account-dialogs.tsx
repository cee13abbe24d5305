'use client'

import { NewPasswordInput } from '@/components/access/new-password-input'
import { ActionDialog } from '@/components/dialogs/action-dialog'
import { SelectInput, TextInput } from '@/components/dialogs/action-fields'
import { changeNameInput, changePasswordInput, changeTimeZoneInput } from '@/lib/domain/access/inputs'
import { changeNameAction, changePasswordAction, changeTimeZoneAction } from '@/lib/server/account/actions'

type Ends = { onClose: () => void; onDone: (title: string, text?: string) => void }

export const NameDialog = ({ name, onClose, onDone }: { name: string } & Ends) => (
  <ActionDialog
    title="Change name"
    description="Colleagues see it beside what you do. The history names you by the new one."
    confirm="Change name"
    schema={changeNameInput}
    values={{ name }}
    action={changeNameAction}
    onDone={() => onDone('Name changed')}
    onClose={onClose}
  >
    <TextInput name="name" label="Name" autoComplete="name" />
  </ActionDialog>
)

export const PasswordDialog = ({
  view,
  onClose,
  onDone,
}: { view: { email: string; name: string; minPasswordLength: number } } & Ends) => (
  <ActionDialog
    title="Change password"
    description="Your other sessions end."
    confirm="Change password"
    schema={changePasswordInput}
    values={{ current: '', password: '' }}
    action={changePasswordAction}
    onDone={({ ended }) =>
      onDone(
        'Password changed',
        ended === 0 ? undefined : `${ended} other ${ended === 1 ? 'session' : 'sessions'} ended.`,
      )
    }
    onClose={onClose}
  >
    {/* Tells password managers which account this is. */}
    <input type="email" value={view.email} readOnly autoComplete="username" hidden />
    <TextInput name="current" label="Current password" type="password" autoComplete="current-password" />
    <NewPasswordInput label="New password" minLength={view.minPasswordLength} person={view} />
  </ActionDialog>
)

export const TimeZoneDialog = ({ timeZone, onClose, onDone }: { timeZone: string | null } & Ends) => (
  <ActionDialog
    title="Change time zone"
    description="Times are shown in it. Exports and the audit log keep UTC."
    confirm="Change time zone"
    schema={changeTimeZoneInput}
    values={{ timeZone: timeZone ?? '' }}
    action={changeTimeZoneAction}
    onDone={() => onDone('Time zone changed')}
    onClose={onClose}
  >
    <SelectInput
      name="timeZone"
      label="Time zone"
      options={[
        { value: '', label: 'As this browser' },
        ...Intl.supportedValuesOf('timeZone').map((zone) => ({
          value: zone,
          label: zone.replaceAll('_', ' '),
        })),
      ]}
    />
  </ActionDialog>
)
