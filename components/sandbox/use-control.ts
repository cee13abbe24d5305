'use client'

import { useEffect, useRef, useState } from 'react'
import type { Finding } from '@/components/forms/findings'
import type { DeskErrorCode } from '@/lib/errors'

type Fields = Readonly<Record<string, readonly string[] | undefined>>

/** What an action of the sandbox answers. */
type ControlAnswer<Data> = {
  data?: Data
  serverError?: { code: DeskErrorCode; message: string }
  validationErrors?: Fields
}

export type ControlProblem = { title: string; words: string }

type Result<Data> = { ok: true; data: Data | undefined } | { ok: false }

const NO_FIELDS: Fields = {}

/** One control of the sandbox behind a form: runs it once at a time, and keeps what stood against it. */
export function useControl<Input, Data>(action: (input: Input) => Promise<ControlAnswer<Data>>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ControlProblem | null>(null)
  const [fields, setFields] = useState<Fields>(NO_FIELDS)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (fields !== NO_FIELDS) focusFirstInvalid(form.current)
  }, [fields])

  async function run(input: Input): Promise<Result<Data>> {
    setBusy(true)
    const answer = await action(input).catch(() => null)
    setBusy(false)
    setFields(answer?.validationErrors ?? NO_FIELDS)
    const against = problemOf(answer)
    setProblem(against)
    return answer === null || against || answer.validationErrors
      ? { ok: false }
      : { ok: true, data: answer.data }
  }

  return {
    /** Of the form whose first wrong field gets the focus. */
    form,
    busy,
    problem,
    run,
    /** What to show under the field of this name. */
    findings: (name: string): Finding[] =>
      (fields[name] ?? []).slice(0, 1).map((message) => ({ severity: 'error', message })),
  }
}

const focusFirstInvalid = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()

const TITLES: Partial<Record<DeskErrorCode, string>> = {
  unavailable: 'No answer from the sandbox',
  'not-found': 'The sandbox does not have this',
  invalid: 'This was refused',
}

function problemOf(answer: ControlAnswer<unknown> | null): ControlProblem | null {
  if (answer === null) {
    return {
      title: 'The desk did not answer',
      words: 'It may have done what you asked all the same: look before you ask again.',
    }
  }
  const { serverError } = answer
  return serverError
    ? { title: TITLES[serverError.code] ?? 'This was not done', words: serverError.message }
    : null
}
