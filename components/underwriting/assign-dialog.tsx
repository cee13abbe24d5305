'use client'

import { type FormEvent, useId, useState } from 'react'
import { Option } from '@/components/forms/option'
import { problemOf } from '@/components/shell/ask-desk'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { assignCaseAction } from '@/lib/server/underwriting/actions'
import type { Underwriter } from '@/lib/server/underwriting/claim'

export type AssignedCase = {
  applicationId: string
  number: number
  name: string
  underwriter: Underwriter | null
}

/** Gives a case to somebody. Loaded when it is first asked for, hence a default export. */
export default function AssignDialog({
  assigned: { applicationId, number, name, underwriter },
  people,
  me,
  chosen,
  onClose,
  onDone,
}: {
  assigned: AssignedCase
  /** Who is chosen at first. */
  chosen?: string
  people: readonly Underwriter[]
  me: string
  onClose: () => void
  onDone: (to: Underwriter) => void
}) {
  const form = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const others = people.filter(({ id }) => id !== underwriter?.id)

  async function assign(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const given = new FormData(event.currentTarget).get('to')
    const to = others.find(({ id }) => id === given)
    if (!to) return setProblem('Choose an underwriter.')
    setBusy(true)
    const found = await problemOf(() =>
      assignCaseAction({ applicationId, from: underwriter?.id ?? null, to: to.id }),
    )
    setBusy(false)
    setProblem(found)
    if (found === null) onDone(to)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Assign A-${number}`}
      description={
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
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={busy} disabled={others.length === 0}>
            Assign
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void assign(event)}>
        {others.length === 0 ? (
          <p className="text-sm text-muted">There are no other underwriters.</p>
        ) : (
          <fieldset className="flex flex-col">
            <legend className="mb-1 text-sm font-medium">Underwriter</legend>
            {others.map((person) => (
              <Option
                key={person.id}
                type="radio"
                name="to"
                value={person.id}
                defaultChecked={person.id === chosen}
                label={<bdi>{person.name}</bdi>}
                note={person.id === me ? '(you)' : undefined}
              />
            ))}
          </fieldset>
        )}
        {problem && (
          <p role="alert" className="mt-2 text-sm text-bad-ink">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}
