'use client'

import { useEffect, useRef } from 'react'
import type { Finding } from '@/components/forms/findings'
import { type DeskAction, useDeskAction } from '@/components/forms/use-desk-action'
import type { DeskErrorCode } from '@/lib/errors'

export type ControlProblem = { title: string; words: string }

const TITLES: Partial<Record<DeskErrorCode, string>> = {
  unavailable: 'No answer from the sandbox',
  'not-found': 'The sandbox does not have this',
  invalid: 'This was refused',
}

/** One control of the sandbox behind a form. */
export function useControl<Input, Data>(action: DeskAction<Input, Data>) {
  const { run, busy, trouble } = useDeskAction(action)
  const form = useRef<HTMLFormElement>(null)
  const fields = trouble?.fields ?? []
  useEffect(() => {
    if (trouble) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [trouble])
  return {
    /** Of the form whose first wrong field gets the focus. */
    form,
    busy,
    problem: ((): ControlProblem | null => {
      if (trouble === null || fields.length > 0) return null
      const title = trouble.kind === 'no-answer' ? 'The desk did not answer' : 'Couldn’t complete'
      return { title: (trouble.code && TITLES[trouble.code]) ?? title, words: trouble.message }
    })(),
    async run(input: Input) {
      const called = await run(input)
      return called?.ok ? called : ({ ok: false } as const)
    },
    /** What to show under the field of this name. */
    findings: (name: string): Finding[] =>
      fields
        .filter(({ path }) => path === name)
        .slice(0, 1)
        .map(({ message }) => ({ severity: 'error', message })),
  }
}
