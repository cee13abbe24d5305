'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { ChoicesInput } from '@/components/dialogs/action-fields'
import { revokeKeyInput, rotateKeyInput } from '@/lib/domain/callbacks/inputs'
import { OVERLAP_HOURS, type OverlapHours } from '@/lib/domain/callbacks/receiver'
import { revokeKeyAction, rotateKeyAction } from '@/lib/server/callbacks/receivers/actions'
import type { KeyView, ReceiverView } from '@/lib/server/callbacks/receivers/receiver-list'
import type { NewKey } from './new-key-notice'

const OVERLAPS: Readonly<Record<OverlapHours, { title: string; note: string; after: string }>> = {
  0: {
    title: 'End immediately',
    note: 'For a leaked key. Callbacks are rejected until the partner uses the new address.',
    after: 'The previous key has ended.',
  },
  1: {
    title: 'Keep for 1 hour',
    note: 'If you have the partner’s settings open.',
    after: 'The previous key works for 1 more hour.',
  },
  24: {
    title: 'Keep for 1 day',
    note: 'If someone else enters the new address.',
    after: 'The previous key works for 1 more day.',
  },
  72: {
    title: 'Keep for 3 days',
    note: 'Over a weekend.',
    after: 'The previous key works for 3 more days.',
  },
}

export function RotateKeyDialog({
  receiver: { id, label, keys },
  hasAccepted,
  onMade,
  onClose,
}: {
  receiver: ReceiverView
  hasAccepted: boolean
  onMade: (made: Omit<NewKey, 'label'>) => void
  onClose: () => void
}) {
  return (
    <ActionDialog
      title={`New key for “${label}”`}
      description={
        hasAccepted
          ? 'The partner needs the new address. Choose how long the current key stays active.'
          : 'This receiver has no active key. A new key lets it accept callbacks again.'
      }
      confirm="Create key"
      failed="No key was created"
      size={hasAccepted ? 'medium' : 'small'}
      schema={rotateKeyInput}
      values={{
        receiverId: id,
        newestKeyId: keys[0]?.id ?? null,
        overlapHours: hasAccepted ? undefined : 0,
      }}
      action={rotateKeyAction}
      onDone={({ value }, { overlapHours }) =>
        onMade({ ...value, notes: hasAccepted ? OVERLAPS[overlapHours].after : null })
      }
      onClose={onClose}
    >
      {hasAccepted && (
        <ChoicesInput
          name="overlapHours"
          label="Current key"
          options={OVERLAP_HOURS.map((hours) => ({ value: hours, ...OVERLAPS[hours] }))}
        />
      )}
    </ActionDialog>
  )
}

export const RevokeKeyDialog = ({
  revoked,
  isLast,
  onRevoked,
  onClose,
}: {
  revoked: KeyView
  isLast: boolean
  onRevoked: () => void
  onClose: () => void
}) => (
  <ActionDialog
    title={`Revoke the key that ends in ${revoked.lastFour}?`}
    description={`The next callback with it is rejected. This cannot be undone.${
      isLast ? ' It is the only active key: all callbacks are rejected until you create another.' : ''
    }`}
    confirm="Revoke"
    danger
    unanswered="try-again"
    schema={revokeKeyInput}
    values={{ keyId: revoked.id }}
    action={revokeKeyAction}
    onDone={onRevoked}
    onClose={onClose}
  />
)
