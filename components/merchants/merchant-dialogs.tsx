'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { NoteInput } from '@/components/dialogs/action-fields'
import { changeMerchantInput, rejectMerchantInput, stopMerchantInput } from '@/lib/domain/merchants/inputs'
import {
  changeMerchantAction,
  rejectMerchantAction,
  stopMerchantAction,
} from '@/lib/server/merchants/actions'
import type { Merchant } from './merchant-actions'

const HINT = 'Stays with the merchant, and goes into the audit log with your name.'

type Props = { merchant: Merchant; onClose: () => void }

export const StopDialog = ({
  merchant: { merchantId, name },
  state,
  onClose,
}: Props & { state: 'paused' | 'closed' }) => (
  <ActionDialog
    title={`${state === 'paused' ? 'Pause' : 'Close'} ${name}`}
    description="No money can go to this merchant from now on. Activating it again takes a second person."
    confirm={state === 'paused' ? 'Pause merchant' : 'Close merchant'}
    danger
    schema={stopMerchantInput}
    values={{ merchantId, state, reason: '' }}
    action={stopMerchantAction}
    onDone={onClose}
    onClose={onClose}
  >
    <NoteInput name="reason" label="Reason" hint={HINT} />
  </ActionDialog>
)

export const ActivateDialog = ({
  merchant: { merchantId, version, name, application, split },
  onClose,
}: Props) => (
  <ActionDialog
    title={`Activate ${name} again`}
    description="It can be funded once a second person confirms this."
    confirm="Propose activation"
    schema={changeMerchantInput}
    values={{
      merchantId,
      version,
      name,
      application: application ? `A-${application.number}` : '',
      split: [...split],
      state: 'active',
    }}
    action={changeMerchantAction}
    onDone={onClose}
    onClose={onClose}
  />
)

export const RejectDialog = ({ merchant: { merchantId, version, name, confirmation }, onClose }: Props) => (
  <ActionDialog
    title={confirmation === 'new' ? `Reject ${name}` : `Reject the change of ${name}`}
    description={
      confirmation === 'new'
        ? 'The merchant cannot be funded until the entry is corrected and confirmed.'
        : 'The merchant stays as it is.'
    }
    confirm="Reject"
    danger
    schema={rejectMerchantInput}
    values={{ merchantId, version, note: '' }}
    action={rejectMerchantAction}
    onDone={onClose}
    onClose={onClose}
  >
    <NoteInput name="note" label="What is wrong?" hint={HINT} />
  </ActionDialog>
)
