import { ActionDialog } from '@/components/dialogs/action-dialog'
import { SelectInput } from '@/components/dialogs/action-fields'
import { changeMailChoicesInput } from '@/lib/domain/notifications/inputs'
import {
  MAIL_GROUP_LABELS,
  MAIL_GROUPS,
  MAIL_TIME_LABELS,
  MAIL_TIMES,
} from '@/lib/domain/notifications/mail-choices'
import type { AccountView } from '@/lib/server/account/views'
import { changeMailChoicesAction } from '@/lib/server/notifications/actions'

const OPTIONS = MAIL_TIMES.map((value) => ({ value, label: MAIL_TIME_LABELS[value] }))

/** When notifications are also sent by email. */
export const MailDialog = ({
  mail,
  onClose,
  onDone,
}: {
  mail: NonNullable<AccountView['mail']>
  onClose: () => void
  onDone: (title: string) => void
}) => (
  <ActionDialog
    title="Change emails"
    description="The daily digest is sent at 8:00 AM in your time zone. Emails contain no names or amounts."
    confirm="Change emails"
    schema={changeMailChoicesInput}
    values={mail}
    action={changeMailChoicesAction}
    onDone={() => onDone('Emails changed')}
    onClose={onClose}
  >
    {MAIL_GROUPS.map((group) => (
      <SelectInput
        key={group}
        name={group}
        label={MAIL_GROUP_LABELS[group].label}
        hint={MAIL_GROUP_LABELS[group].about}
        options={OPTIONS}
      />
    ))}
  </ActionDialog>
)
