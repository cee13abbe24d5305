'use client'

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ActionAnswer, type RefusalOf, troubleWords } from '@/components/forms/action-answer'
import { ResolutionOption } from '@/components/forms/resolution-form'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { MAX_NOTE_LENGTH } from '@/lib/domain/values/note-length'

export type NoteQuestion = {
  title: string
  description: ReactNode
  /** What the answer leads to, while it can be given. */
  follows?: string
  /** What to look at before answering. */
  details?: ReactNode
  /** Null if no note is asked for. */
  label: string | null
  /** A required note has at least 3 letters. */
  noteRequired: boolean
  button: string
  danger?: boolean
  /** Where the note will be visible. */
  hint?: string
  choices?: readonly NoteChoice[]
  action: (answer: NoteAnswer) => Promise<ActionAnswer<NoteResult>>
  /** A refusal means that the dialog is outdated, so asking again would not help. */
  endsRefused?: boolean
}

/** `list`: what to enter with that choice, one per line. */
export type NoteChoice = { value: string; label: string; note: string; list?: string }

type NoteAnswer = { note: string; choice: string; listed: string[] }
type NoteField = 'choice' | 'list' | 'note'
export type NoteResult = { ok: true } | { ok: false; message: string; reason?: string }

/** The subject of the question changed: what happened, and a way to ask the same about the new version. */
type Overtaken = { words: string; busy: boolean; onShow: () => void }

const BEFORE = 'Before the change'

/** Asks for a note, and for one of several choices if there are any. Loaded when it is first opened. */
export default function NoteDialog({
  question,
  whatChanged = null,
  closedBecause = null,
  overtaken = null,
  onAnswered,
  onRefused,
  onClose,
}: {
  question: NoteQuestion
  /** How the subject came to be what it is now. */
  whatChanged?: string | null
  /** Why it cannot be asked any more. */
  closedBecause?: string | null
  overtaken?: Overtaken | null
  /** Whether it was done. */
  onAnswered?: (done: boolean) => void
  /** Returns true if the caller reports the refusal itself. */
  onRefused?: (refusal: RefusalOf<NoteResult>) => boolean
  onClose: () => void
}) {
  const { run, busy } = useDeskAction(question.action)
  const [problem, setProblem] = useState<string | null>(null)
  /** What was left out, shown at its field. */
  const [wrong, setWrong] = useState<{ at: NoteField; words: string } | null>(null)
  const [isRefused, setRefused] = useState(false)
  const isClosed = isRefused || closedBecause !== null
  /** A note typed for an outdated question stays readable, to be used elsewhere. */
  const [note, setNote] = useState('')
  const [choice, setChoice] = useState<string | null>(null)
  const id = useId()
  const notice = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const isOvertaken = overtaken !== null && !isClosed
  const wasOvertaken = useRef(false)
  // The focused button is gone. The focus moves to the button that shows the new version, and then to the question.
  useEffect(() => {
    const hasFocus = document.activeElement !== document.body && form.current?.isConnected
    if (isOvertaken) {
      notice.current?.scrollIntoView({ block: 'nearest' })
      if (!hasFocus) notice.current?.querySelector('button')?.focus()
    } else if (wasOvertaken.current) {
      form.current?.focus()
      form.current?.scrollIntoView({ block: 'start' })
    }
    wasOvertaken.current = isOvertaken
  }, [isOvertaken])
  const list = question.choices?.find(({ value }) => value === choice)?.list

  /** Scrolls to the message, which may be out of sight below long details. */
  function tell(found: string | null) {
    flushSync(() => setProblem(found))
    if (found !== null) notice.current?.scrollIntoView({ block: 'nearest' })
  }

  function ask(at: NoteField, words: string) {
    flushSync(() => {
      setProblem(null)
      setWrong({ at, words })
    })
    form.current?.querySelector<HTMLElement>(`[name=${at}]`)?.focus()
  }

  async function answer(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const written = note.trim()
    if (question.choices && choice === null) return ask('choice', 'Choose an option.')
    const listed = String(data.get('list') ?? '')
      .split(/[\n,;\t]/)
      .map((text) => text.trim())
      .filter(Boolean)
    if (list !== undefined && listed.length === 0) return ask('list', 'Enter at least one.')
    if (question.noteRequired && written.length < 3) return ask('note', 'Enter at least 3 characters.')
    setWrong(null)
    const called = await run({ note: written, choice: choice ?? '', listed })
    if (called === null) return
    if (!called.ok) {
      const isHandled = called.refusal !== null && onRefused?.(called.refusal) === true
      setRefused(question.endsRefused === true && called.refusal !== null && !isHandled)
      tell(isHandled ? null : troubleWords(called.trouble))
    }
    onAnswered?.(called.ok)
    if (called.ok) onClose()
  }

  const describedBy = (at: NoteField, hint?: string) =>
    wrong?.at === at ? [`${id}-wrong`, hint].filter(Boolean).join(' ') : hint
  const wrongAt = (at: NoteField) =>
    wrong?.at === at && (
      <p id={`${id}-wrong`} role="alert" className="text-sm text-bad-ink">
        {wrong.words}
      </p>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={question.title}
      description={
        isOvertaken ? (
          <>
            {BEFORE}: {question.description}
          </>
        ) : (
          question.description && (
            <>
              {question.description}
              {!isClosed && question.follows && ` ${question.follows}`}
            </>
          )
        )
      }
      size={question.details ? 'large' : question.choices ? 'medium' : 'small'}
      footer={
        <>
          <Button onClick={onClose}>{isClosed ? 'Close' : 'Cancel'}</Button>
          {!isClosed && !isOvertaken && (
            <Button type="submit" form={id} variant={question.danger ? 'danger' : 'primary'} busy={busy}>
              {question.button}
            </Button>
          )}
        </>
      }
    >
      <form
        ref={form}
        id={id}
        aria-label={question.title}
        tabIndex={-1}
        onSubmit={answer}
        className="flex flex-col gap-3 outline-none"
      >
        {whatChanged !== null && !isClosed && !isOvertaken && (
          <Callout title="What changed">{whatChanged}</Callout>
        )}
        {isOvertaken && (
          <div ref={notice} className="scroll-mt-4">
            <Callout
              tone="warn"
              title="This batch changed"
              live="alert"
              actions={
                <Button variant="primary" busy={overtaken.busy} onClick={overtaken.onShow}>
                  Show current version
                </Button>
              }
            >
              {overtaken.words}
            </Callout>
          </div>
        )}
        {!isClosed &&
          (isOvertaken && question.details ? (
            <section aria-label={BEFORE} className="flex flex-col gap-3 border-s-2 border-warn-line ps-3">
              <h3 className="text-sm font-semibold text-warn-ink">{BEFORE}</h3>
              {question.details}
            </section>
          ) : (
            question.details
          ))}
        {!isClosed && question.choices && (
          <fieldset className="flex flex-col gap-2" aria-describedby={describedBy('choice')}>
            <legend className="sr-only">{question.title}</legend>
            {question.choices.map(({ value, label, note }) => (
              <ResolutionOption
                key={value}
                name="choice"
                way={value}
                chosen={choice}
                title={label}
                onChoose={(value) => {
                  setChoice(value)
                  setWrong(null)
                }}
              >
                {note}
              </ResolutionOption>
            ))}
            {wrongAt('choice')}
          </fieldset>
        )}
        {list !== undefined && !isClosed && (
          <div className="flex flex-col gap-1">
            <label htmlFor={`${id}-list`} className="text-sm font-medium">
              {list}
            </label>
            <textarea
              id={`${id}-list`}
              name="list"
              rows={4}
              spellCheck={false}
              onChange={() => setWrong(null)}
              aria-invalid={wrong?.at === 'list' || undefined}
              aria-describedby={describedBy('list')}
              className="control"
            />
            {wrongAt('list')}
          </div>
        )}
        {question.label !== null && !isClosed && (
          <div className="flex flex-col gap-1">
            <label htmlFor={`${id}-note`} className="text-sm font-medium">
              {question.label}
              {!question.noteRequired && <span className="font-normal text-faint"> (optional)</span>}
            </label>
            <textarea
              id={`${id}-note`}
              name="note"
              rows={3}
              value={note}
              onChange={(event) => {
                setNote(event.target.value)
                setWrong(null)
              }}
              maxLength={MAX_NOTE_LENGTH}
              aria-invalid={wrong?.at === 'note' || undefined}
              aria-describedby={describedBy('note', `${id}-hint`)}
              className="control"
            />
            {wrongAt('note')}
            <p id={`${id}-hint`} className="text-xs text-muted">
              {question.hint ?? 'Saved with the batch and in the audit log, with your name.'}
            </p>
          </div>
        )}
        {(problem ?? closedBecause) && (
          <div ref={notice} className="scroll-mb-4">
            <Callout tone="bad" title="Couldn’t complete" live="alert">
              {problem ?? closedBecause}
            </Callout>
          </div>
        )}
        {isClosed && note.trim() !== '' && (
          <div className="flex flex-col gap-1">
            <label htmlFor={`${id}-left`} className="text-sm font-medium">
              Your note, not saved
            </label>
            <textarea
              id={`${id}-left`}
              readOnly
              rows={3}
              value={note}
              aria-describedby={`${id}-left-hint`}
              className="control"
            />
            <p id={`${id}-left-hint`} className="text-xs text-muted">
              Copy it to keep it, for example as a comment on the batch.
            </p>
          </div>
        )}
      </form>
    </Dialog>
  )
}
