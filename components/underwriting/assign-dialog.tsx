'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { ChoicesInput } from '@/components/dialogs/action-fields'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { assignCaseInput } from '@/lib/domain/cases/inputs'
import type { Underwriter } from '@/lib/server/underwriting/underwriters'

export type AssignedCase = {
  applicationId: string
  number: number
  name: string
  underwriter: Underwriter | null
}

/** Assigns a case. Loaded when it is first opened, hence a default export. */
export default function AssignDialog({
  assigned: { applicationId, number, name, underwriter },
  people,
  me,
  chosen,
  onClose,
  onAssign,
}: {
  assigned: AssignedCase
  /** The initial choice. */
  chosen?: string
  people: readonly Underwriter[]
  me: string
  onClose: () => void
  /** The page shows the new assignment at once, and the result. */
  onAssign: (to: Underwriter) => void
}) {
  const others = people.filter(({ id }) => id !== underwriter?.id)
  const words = {
    title: `Assign A-${number}`,
    description: (
      <>
        <bdi>{name}</bdi>
        {underwriter ? (
          <>
            {' '}
            is with <bdi>{underwriter.name}</bdi> now.
          </>
        ) : (
          ' is unassigned.'
        )}
      </>
    ),
  }
  if (others.length === 0)
    return (
      <Dialog open onClose={onClose} {...words} footer={<Button onClick={onClose}>Close</Button>}>
        <p className="text-sm text-muted">There are no other underwriters.</p>
      </Dialog>
    )
  return (
    <ActionDialog
      {...words}
      confirm="Assign"
      schema={assignCaseInput}
      values={{
        applicationId,
        from: underwriter?.id ?? null,
        ...(others.some(({ id }) => id === chosen) && { to: chosen }),
      }}
      action={async () => ({ data: null })}
      onDone={(_, { to }) => {
        const person = others.find(({ id }) => id === to)
        onClose()
        if (person) onAssign(person)
      }}
      onClose={onClose}
    >
      <ChoicesInput
        name="to"
        label="Underwriter"
        options={others.map(({ id, name: title }) => ({
          value: id,
          title: <bdi>{title}</bdi>,
          note: id === me && 'That is you.',
        }))}
      />
    </ActionDialog>
  )
}
