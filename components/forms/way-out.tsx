'use client'

import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { FieldFrame } from './field-frame'

/**
 * What the forms share in which a person says how something ended that nobody here knows: the ways out, the ids
 * that were found, why, and what stands against it.
 */

/** `anyway`: what was typed is unusual, and may be right all the same. */
export type Problems = readonly { field: string; message: string; anyway?: string }[]

/** One of several ways, with what it means. Generic in its name, so that a form knows which was chosen. */
export function WayOption<Way extends string>({
  name,
  way,
  chosen,
  title,
  onChoose,
  children,
}: {
  name: string
  way: Way
  chosen: Way | null
  title: string
  onChoose: (way: Way) => void
  children: ReactNode
}) {
  return (
    <label className="flex gap-3 rounded-md border border-line px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        name={name}
        value={way}
        checked={chosen === way}
        onChange={() => onChoose(way)}
        className="mt-0.5"
      />
      <span>
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-muted">{children}</span>
      </span>
    </label>
  )
}

type BoxProps = {
  /** Also the field's path, unless the form is one of several on the page. */
  name: string
  path?: string
  label: string
  hint?: string
  required?: boolean
  problems: Problems
}

/** An id as the partner shows it. One that is unlike the platform's is taken once somebody has compared it. */
export function RecordIdBox({ name, path = name, label, hint, required = false, problems }: BoxProps) {
  const unusual = problems.find((problem) => problem.field === name)?.anyway
  return (
    <div>
      <FieldFrame
        path={path}
        meta={{ label, hint }}
        required={required}
        findings={findingsAt(problems, name)}
      >
        {(control) => (
          <input
            {...control}
            name={name}
            type="text"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={60}
            className="control font-mono"
          />
        )}
      </FieldFrame>
      {unusual !== undefined && (
        <label className="mt-1.5 flex gap-2 text-sm">
          <input key={unusual} type="checkbox" name="anyway" value={unusual} className="mt-0.5" />
          <span>
            I compared it. Use <code>{unusual}</code> anyway
          </span>
        </label>
      )}
    </div>
  )
}

/** Who said so, or why: kept with the name of whoever writes it. */
export function NoteBox({ name, path = name, label, problems, rows = 3 }: BoxProps & { rows?: number }) {
  const meta = { label, hint: 'Saved in the history.' }
  return (
    <FieldFrame path={path} meta={meta} required findings={findingsAt(problems, name)}>
      {(control) => <textarea {...control} name={name} rows={rows} maxLength={2_000} className="control" />}
    </FieldFrame>
  )
}

const findingsAt = (problems: Problems, field: string) =>
  problems
    .filter((problem) => problem.field === field)
    .map(({ message }) => ({ severity: 'error' as const, message }))

type Result = { ok: true } | { ok: false; problems: Problems } | { ok: false; message: string }
/** What an action answers; null where none came. */
type Answer = { data?: Result; serverError?: { message: string } } | null

/**
 * Sends such a form once, by `ask`, and holds what stands against it. A note must be there before anything is
 * sent. `unanswered` says what to do where no answer came; `onAnswer` hears whether it was done.
 */
export function useWayOut(unanswered: string, onAnswer: (done: boolean) => void | Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>([])
  const [message, setMessage] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useFocusOnFirstWrong(form, problems)

  async function send(event: FormEvent<HTMLFormElement>, ask: (values: FormData) => Promise<Answer>) {
    event.preventDefault()
    if (busy) return
    const values = new FormData(event.currentTarget)
    setMessage(null)
    if (textIn(values, 'note').trim().length < 3) {
      setProblems([{ field: 'note', message: 'Enter a reason.' }])
      return
    }
    setBusy(true)
    const answer = await ask(values).catch(() => null)
    const result = answer?.data
    await onAnswer(result?.ok === true)
    setBusy(false)
    setProblems(result && 'problems' in result ? result.problems : [])
    if (!result) setMessage(answer?.serverError?.message ?? unanswered)
    else if ('message' in result) setMessage(result.message)
  }

  return { form, send, busy, problems, message }
}

export const textIn = (values: FormData, name: string): string => String(values.get(name) ?? '')

/** The unusual ids that were compared. */
export const confirmedIn = (values: FormData): string[] => values.getAll('anyway').map(String)

function useFocusOnFirstWrong(form: RefObject<HTMLFormElement | null>, problems: Problems): void {
  useEffect(() => {
    // Once they are on the page.
    if (problems.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, problems])
}
