'use client'

import { type FormEvent, useId, useState } from 'react'
import { problemOf } from '@/components/shell/ask-desk'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { markOutsideAction, unmarkOutsideAction } from '@/lib/server/callbacks/fund-actions'
import { counted } from './counted'

const WORDS = {
  mark: {
    title: 'was funded outside the desk',
    description:
      'It is then not counted as unfunded any more, and goes into no batch. Nothing is sent to the partner.',
    label: 'Where did the money go, and who said so?',
    button: 'Mark as funded outside',
  },
  unmark: {
    title: 'was not funded outside after all',
    description: 'It is unfunded again then, and can go into a batch.',
    label: 'Why was that a mistake?',
    button: 'Make it unfunded again',
  },
} as const

/** Says of sales that they were funded outside, or takes that back; with a note. Loaded when it is first opened. */
export default function MarkOutsideDialog({
  sales,
  how = 'mark',
  onDone,
  onClose,
}: {
  /** By their numbers. */
  sales: readonly number[]
  how?: keyof typeof WORDS
  onDone?: () => void
  onClose: () => void
}) {
  const id = useId()
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const words = WORDS[how]

  async function run(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (note.trim().length < 3) return setProblem('Say in a few words how it was; it stays with the sale.')
    setBusy(true)
    const input = { sales: [...sales], note: note.trim() }
    const found = await problemOf(() =>
      how === 'mark' ? markOutsideAction(input) : unmarkOutsideAction(input),
    )
    setBusy(false)
    setProblem(found)
    if (found !== null) return
    onDone?.()
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`${sales.length === 1 ? 'This sale' : counted(sales.length, 'sale')} ${sales.length === 1 ? words.title : words.title.replace('was', 'were')}`}
      description={words.description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {words.button}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={run} noValidate className="flex flex-col gap-3">
        <div className="flex flex-col gap-1">
          <label htmlFor={`${id}-note`} className="text-sm font-medium">
            {words.label}
          </label>
          <textarea
            id={`${id}-note`}
            rows={3}
            value={note}
            maxLength={2_000}
            aria-required="true"
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setNote(target.value)}
            className="control"
          />
          <p id={`${id}-hint`} className="text-xs text-muted">
            Stays with {sales.length === 1 ? 'the sale' : 'the sales'}, and goes into the audit log with your
            name.
          </p>
        </div>
        {problem && (
          <Callout tone="bad" title="It was not done" live="alert">
            {problem}
          </Callout>
        )}
      </form>
    </Dialog>
  )
}
