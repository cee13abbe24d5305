'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { networkText, typedAllowList } from '@/lib/domain/callbacks/allow-list'
import { type ReceiverSettings, readReceiver, type TypedReceiver } from '@/lib/domain/callbacks/receiver'
import type { Problem } from '@/lib/domain/values/problem'
import { changeReceiverAction } from '@/lib/server/callbacks/receivers/actions'
import type { ReceiverView } from '@/lib/server/callbacks/receivers/receiver-list'
import { ReceiverFields } from './receiver-fields'
import { proposedWords, type StaleFacts, StaleNotice } from './save-notices'
import { focusOnWrong, type UnsavedEdits, useEdit } from './use-edit'

export const unsavedReceivers: UnsavedEdits<ReceiverSettings, TypedReceiver> = new Map()
export const receiverEdit = (id: string): string => `receiver.${id}`

const typedOf = ({ label, allowed }: ReceiverSettings): TypedReceiver => ({
  label,
  allowed: typedAllowList(allowed),
})
const isSame = (stored: ReceiverSettings, typed: TypedReceiver) =>
  stored.label === typed.label && typedAllowList(stored.allowed) === typed.allowed

const changesIn = (before: ReceiverSettings, after: ReceiverSettings): string[] => [
  ...(before.label === after.label ? [] : [`Named it “${after.label}”.`]),
  ...(typedAllowList(before.allowed) === typedAllowList(after.allowed)
    ? []
    : [
        after.allowed.length === 0
          ? 'Allowed every address.'
          : `Allowed ${after.allowed.map(networkText).join(', ')}.`,
      ]),
]

/** The name and allow-list of an existing receiver. */
export function ReceiverForm({
  receiver,
  onEnd,
}: {
  receiver: ReceiverView
  onEnd: (words: string) => void
}) {
  const edit = useEdit({
    id: receiverEdit(receiver.id),
    unsaved: unsavedReceivers,
    initial: receiver,
    begin: typedOf,
    isSame,
  })
  const { run, busy, trouble } = useDeskAction(changeReceiverAction, { unanswered: 'try-again' })
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [stale, setStale] = useState<StaleFacts | null>(null)
  const id = useId()
  const { base, typed } = edit

  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  /** Before the form closes, because the kept text belongs to it. */
  const forget = () => flushSync(edit.discard)

  function mark(found: readonly Problem[]) {
    flushSync(() => setProblems(found))
    focusOnWrong(form.current)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = readReceiver(typed).problems
    if (found.length > 0) return mark(found)
    const called = await run({
      receiverId: receiver.id,
      base: { label: base.label, allowed: [...base.allowed] },
      typed,
    })
    if (called?.ok) {
      forget()
      onEnd(called.data.waits ? proposedWords(called.data) : 'Saved.')
    } else if (called?.refusal?.reason === 'stale') {
      const { theirs, ...facts } = called.refusal
      setStale({ ...facts, changes: changesIn(base, theirs) })
      edit.rebase(theirs, (mine) => mine)
    } else if (called) mark(called.trouble.fields)
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={`Settings of ${receiver.label}`}
      className="flex max-w-3xl flex-col gap-4"
    >
      {stale && (
        <StaleNotice stale={stale} what="receiver">
          Your changes are below and not saved yet. Review them, then save.
        </StaleNotice>
      )}
      <ReceiverFields
        id={id}
        typed={typed}
        findingsAt={(path) =>
          problems
            .filter((problem) => problem.path === path)
            .map(({ message }) => ({ severity: 'error' as const, message }))
        }
        onChange={(part) => {
          setProblems(problems.filter(({ path }) => !Object.hasOwn(part, path)))
          edit.change({ ...typed, ...part })
        }}
      />
      <TroubleNotice trouble={trouble?.kind === 'changed' ? null : trouble} title="Couldn’t save" />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            forget()
            onEnd(edit.isChanged ? 'Your changes are discarded.' : '')
          }}
        >
          {edit.isChanged ? 'Discard changes' : 'Close'}
        </Button>
      </div>
    </form>
  )
}
