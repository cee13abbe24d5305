'use client'

import { type FormEvent, useId, useState } from 'react'
import { TroubleLine } from '@/components/forms/trouble-notice'
import { usePromptAction } from '@/components/forms/use-prompt-action'
import { useShownEarly } from '@/components/forms/use-shown-early'
import { Button } from '@/components/ui/button'
import type { Assignable } from '@/lib/server/applications/assignment'
import { assignApplicationsAction, undoAssignmentsAction } from '@/lib/server/applications/list-actions'
import { askedOfOne } from './asked-of-one'
import { tellDone } from './done'

const assign = askedOfOne(assignApplicationsAction)
const undo = askedOfOne(undoAssignmentsAction)

/**
 * Shows who an application is assigned to, and assigns it. The choice takes effect with the button, so moving
 * through the list with the arrow keys assigns no one.
 */
export function AssigneeField({
  applicationId,
  assignee,
  people,
  me,
  mayAssign,
}: {
  applicationId: string
  assignee: Assignable | null
  /** From `listAssignable`. */
  people: readonly Assignable[]
  /** The reader's ID. */
  me: string
  mayAssign: boolean
}) {
  const id = useId()
  const from = assignee?.id ?? null
  const [choice, setChoice] = useState({ from, to: from ?? '' })
  /** The new assignee, shown until the desk answers. */
  const [shown, showAtOnce] = useShownEarly(choice.to, (_, to: string) => to)
  const { press, busy, trouble } = usePromptAction(showAtOnce)
  // Someone else assigned it meanwhile, so the earlier choice no longer applies.
  if (choice.from !== from) setChoice({ from, to: from ?? '' })

  async function give(to: string | null) {
    const called = await press(to ?? '', () => assign({ rows: [{ applicationId, from }], to }))
    if (!called?.ok) return
    const name = people.find((person) => person.id === to)?.name
    tellDone({
      applicationId,
      title: to === null ? 'Unassigned' : `Assigned to ${to === me ? 'you' : (name ?? 'someone else')}`,
      undone: from === null ? 'Unassigned again' : 'Assigned back',
      undo: () => undo({ rows: [{ applicationId, from: to, to: from }] }),
    })
  }

  if (!mayAssign) {
    return (
      <p className="text-sm text-muted">
        Assignee: <bdi className="text-ink">{assignee?.name ?? 'nobody'}</bdi>
      </p>
    )
  }
  const canTake = from !== me && people.some((person) => person.id === me)
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void give(choice.to || null)
      }}
    >
      <label htmlFor={id} className="text-sm text-muted">
        Assignee
      </label>
      <select
        id={id}
        value={shown}
        onChange={({ target }) => setChoice({ from, to: target.value })}
        className="control control-select w-auto max-w-60"
      >
        <option value="">Unassigned</option>
        {assignee && !people.some((person) => person.id === assignee.id) && (
          <option value={assignee.id}>{assignee.name}</option>
        )}
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </select>
      {shown !== (from ?? '') ? (
        <Button type="submit" busy={busy}>
          Assign
        </Button>
      ) : (
        canTake && (
          <Button busy={busy} onClick={() => void give(me)}>
            Assign to me
          </Button>
        )
      )}
      <TroubleLine trouble={trouble} className="basis-full" />
    </form>
  )
}
