'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { NoteInput } from '@/components/dialogs/action-fields'
import { markOutsideInput } from '@/lib/domain/callbacks/inputs'
import { counted } from '@/lib/domain/values/counted'
import { markOutsideAction, unmarkOutsideAction } from '@/lib/server/sales/actions'

const WORDS = {
  mark: {
    title: 'was funded externally',
    description:
      'It no longer counts as unfunded and cannot be added to a batch. Nothing is sent to the partner.',
    label: 'Where did the money go, and who said so?',
    button: 'Mark as funded externally',
  },
  unmark: {
    title: 'was not funded externally after all',
    description: 'It becomes unfunded again and can be added to a batch.',
    label: 'Why was that a mistake?',
    button: 'Make it unfunded again',
  },
} as const

/** Marks sales as funded outside the desk, or undoes that, with a note. Loaded when first opened. */
export default function MarkOutsideDialog({
  sales,
  how = 'mark',
  onDone,
  onClose,
}: {
  /** Event numbers. */
  sales: readonly number[]
  how?: keyof typeof WORDS
  onDone?: () => void
  onClose: () => void
}) {
  const words = WORDS[how]
  const isOne = sales.length === 1
  return (
    <ActionDialog
      title={`${isOne ? 'This sale' : counted(sales.length, 'sale')} ${isOne ? words.title : words.title.replace('was', 'were')}`}
      description={words.description}
      confirm={words.button}
      failed="Couldn’t complete"
      schema={markOutsideInput}
      values={{ sales: [...sales], note: '' }}
      action={how === 'mark' ? markOutsideAction : unmarkOutsideAction}
      onDone={() => {
        onDone?.()
        onClose()
      }}
      onClose={onClose}
    >
      <NoteInput
        name="note"
        label={words.label}
        hint={`Stays with ${isOne ? 'the sale' : 'the sales'}, and goes into the audit log with your name.`}
      />
    </ActionDialog>
  )
}
