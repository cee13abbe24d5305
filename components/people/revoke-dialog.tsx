'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { linkInput } from '@/lib/domain/access/inputs'
import { revokeLinkAction } from '@/lib/server/people/actions'
import type { LinkRowView } from '@/lib/server/people/views'

/**
 * Asks first, because the recipient is not notified: the link just stops working. `name`: the person's name or email.
 */
export default function RevokeDialog({
  link: { id: linkId, kind },
  name,
  onClose,
  onDone,
}: {
  link: LinkRowView
  name: string
  onClose: () => void
  onDone: (title: string) => void
}) {
  const isInvitation = kind === 'invitation'
  return (
    <ActionDialog
      title={
        <>
          {isInvitation ? 'Revoke the invitation of' : 'Revoke the password link for'}{' '}
          <bdi className="wrap-anywhere">{name}</bdi>?
        </>
      }
      description={
        isInvitation
          ? 'The link they were sent stops working. You can invite them again.'
          : 'The link they were sent stops working. Their current password keeps working.'
      }
      confirm="Revoke"
      danger
      schema={linkInput}
      values={{ linkId }}
      action={revokeLinkAction}
      onDone={() => onDone(isInvitation ? `Invitation of ${name} revoked` : `Link for ${name} revoked`)}
      onClose={onClose}
    />
  )
}
