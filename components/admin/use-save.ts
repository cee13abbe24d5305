'use client'

import { useEffect, useRef, useState } from 'react'
import type { DeskErrorCode } from '@/lib/errors'
import type { SaveResult } from '@/lib/server/admin/settings/mutations'

/** Of an action that saves. */
export type Answer<T> = {
  data?: SaveResult<T>
  serverError?: { code: DeskErrorCode; message: string }
  validationErrors?: unknown
}

export type SaveFailure = { title: string; words: string }

/** Runs the saves of one setting, one at a time, and keeps why the last one came to nothing. */
export function useSave() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [refusals, setRefusals] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  return {
    /** Of the form whose first wrong field gets the focus. */
    form,
    busy,
    failure,
    /** Something in the form is wrong, and is now marked. */
    refuse: () => setRefusals((count) => count + 1),
    /** Null when nothing is known of the outcome, or it was refused; `failure` says so. */
    async run<T>(save: () => Promise<Answer<T>>): Promise<SaveResult<T> | null> {
      setBusy(true)
      const answer = await save().catch(() => null)
      setBusy(false)
      setFailure(failureOf(answer))
      return answer?.data ?? null
    },
  }
}

function failureOf(answer: Answer<unknown> | null): SaveFailure | null {
  if (answer?.data) return null
  if (answer?.serverError) {
    return {
      title: 'This was not saved',
      words: `${answer.serverError.message} What you typed is still here.`,
    }
  }
  if (answer) {
    return {
      title: 'This was not saved',
      words: 'The desk could not read it. Shorten what is very long, and save again.',
    }
  }
  return {
    title: 'The desk did not answer',
    words: 'What you typed is still here. Save again: what was saved already is not saved twice.',
  }
}
