'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { ChoicesInput, NoteInput } from '@/components/dialogs/action-fields'
import { MODE_LABELS } from '@/lib/domain/application/underwriting-mode'
import { changeModeInput } from '@/lib/domain/cases/inputs'
import { changeModeAction } from '@/lib/server/underwriting/actions'

/** Loaded when it is first opened, hence a default export. */
export default function ModeDialog({
  applicationId,
  answer,
  onClose,
}: {
  applicationId: string
  answer: 'yes' | 'no' | ''
  onClose: () => void
}) {
  return (
    <ActionDialog
      title="Change who underwrites?"
      description="The change is logged with your name. An approval covers only the answer that it was given for."
      confirm="Change mode"
      failed="Mode not changed"
      schema={changeModeInput}
      values={{ applicationId, reason: '', ...(answer && { partnerUnderwrites: answer }) }}
      action={changeModeAction}
      onDone={onClose}
      onClose={onClose}
    >
      <ChoicesInput
        name="partnerUnderwrites"
        label="Who underwrites"
        options={(['yes', 'no'] as const).map((value) => ({ value, title: MODE_LABELS[value] }))}
      />
      <NoteInput name="reason" label="Reason" rows={2} />
    </ActionDialog>
  )
}
