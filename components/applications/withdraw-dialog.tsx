'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { TextInput } from '@/components/dialogs/action-fields'
import type { DeskAction } from '@/components/forms/use-desk-action'
import { withdrawInput } from '@/lib/domain/application/inputs'
import type { RowsResult } from '@/lib/server/applications/change-rows'
import type { withdrawApplicationsAction } from '@/lib/server/applications/list-actions'

type Withdraw = DeskAction<Parameters<typeof withdrawApplicationsAction>[0], RowsResult>
export type WithdrawnRows = Extract<RowsResult, { ok: true }>

/** Confirms withdrawing and asks why. Loaded when it is first opened, hence a default export. */
export default function WithdrawDialog({
  title,
  applicationIds,
  withdraw,
  onDone,
  onClose,
}: {
  title: string
  applicationIds: readonly string[]
  withdraw: Withdraw
  onDone?: (result: WithdrawnRows) => void
  onClose: () => void
}) {
  return (
    <ActionDialog
      title={title}
      description="Nothing is sent, and nothing that was typed is lost: it can be reopened. What the partner has, or may have, stays as it is."
      confirm="Withdraw"
      danger
      failed="It was not withdrawn"
      schema={withdrawInput}
      values={{ applicationIds: [...applicationIds], reason: '' }}
      action={withdraw}
      onDone={(result) => {
        onDone?.(result)
        onClose()
      }}
      onClose={onClose}
    >
      <TextInput
        name="reason"
        label="Why"
        hint="Goes into the audit log with your name."
        required={false}
        maxLength={500}
      />
    </ActionDialog>
  )
}
