'use client'

import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { MAX_NOTE_LENGTH } from '@/lib/domain/values/note-length'
import type { RecordIdProblem } from '@/lib/domain/values/record-id'
import type { ActionAnswer } from './action-answer'
import { FieldFrame } from './field-frame'
import { useDeskAction } from './use-desk-action'

/**
 * Shared parts of the forms in which a person records how an unknown outcome ended: the choices, the ids they found at
 * the partner, the reason, and the problems.
 */

export type Problems = readonly RecordIdProblem[]

/** One choice, with what it means. Generic in its name, so that the form's types know the choices. */
export function ResolutionOption<Way extends string>({
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

/** An id as the partner shows it. An unusual one is accepted once the person confirms that they compared it. */
export function RecordIdBox({ name, path = name, label, hint, required = false, problems }: BoxProps) {
  const unusual = problems.find(({ path: at }) => at === name)?.anyway
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

/** Who said so, or why. Stored with the writer's name. */
export function NoteBox({ name, path = name, label, problems, rows = 3 }: BoxProps & { rows?: number }) {
  const meta = { label, hint: 'Saved in the history.' }
  return (
    <FieldFrame path={path} meta={meta} required findings={findingsAt(problems, name)}>
      {(control) => (
        <textarea {...control} name={name} rows={rows} maxLength={MAX_NOTE_LENGTH} className="control" />
      )}
    </FieldFrame>
  )
}

const findingsAt = (problems: Problems, name: string) =>
  problems.filter(({ path }) => path === name).map(({ message }) => ({ severity: 'error' as const, message }))

type Result = { ok: true } | { ok: false; problems: Problems } | { ok: false; message: string }

/**
 * Sends such a form through `ask` and keeps its problems. Nothing is sent without a note. `onAnswer` is told whether it
 * worked.
 */
export function useResolution(
  ask: (values: FormData) => Promise<ActionAnswer<Result>>,
  onAnswer: (done: boolean) => void | Promise<void>,
) {
  const { run, busy, trouble, clear } = useDeskAction(ask)
  const [problems, setProblems] = useState<Problems>([])
  const form = useRef<HTMLFormElement>(null)
  useFocusOnFirstWrong(form, problems)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    clear()
    if (textIn(values, 'note').trim().length < 3) {
      setProblems([{ path: 'note', message: 'Enter a reason.' }])
      return
    }
    const called = await run(values)
    if (called === null) return
    setProblems(!called.ok && called.refusal && 'problems' in called.refusal ? called.refusal.problems : [])
    await onAnswer(called.ok)
  }

  return { form, send, busy, problems, trouble }
}

export const textIn = (values: FormData, name: string): string => String(values.get(name) ?? '')

/** The unusual ids that the person has compared. */
export const confirmedIn = (values: FormData): string[] => values.getAll('anyway').map(String)

function useFocusOnFirstWrong(form: RefObject<HTMLFormElement | null>, problems: Problems): void {
  useEffect(() => {
    // After the problems are on the page.
    if (problems.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, problems])
}
