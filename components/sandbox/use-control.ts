'use client'

import { useEffect, useRef } from 'react'
import type { Finding } from '@/components/forms/findings'
import { type DeskAction, useDeskAction } from '@/components/forms/use-desk-action'

/** An action on the sandbox behind a form. */
export function useControl<Input, Data>(action: DeskAction<Input, Data>) {
  const { run, busy, trouble } = useDeskAction(action)
  const form = useRef<HTMLFormElement>(null)
  const fields = trouble?.fields ?? []
  useEffect(() => {
    if (trouble) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [trouble])
  return {
    /** For the form, whose first invalid field gets the focus. */
    form,
    busy,
    /** A problem that belongs to no field. */
    problem: fields.length > 0 ? null : trouble,
    async run(input: Input) {
      const called = await run(input)
      return called?.ok ? called : ({ ok: false } as const)
    },
    /** The findings for the field of this name. */
    findings: (name: string): Finding[] =>
      fields
        .filter(({ path }) => path === name)
        .slice(0, 1)
        .map(({ message }) => ({ severity: 'error', message })),
  }
}
