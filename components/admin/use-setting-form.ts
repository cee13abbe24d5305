'use client'

import { type FormEvent, useState } from 'react'
import type { SettingProblem } from '@/lib/domain/settings/setting-problem'
import type { StaleFacts } from './save-notices'
import { type KeptEdits, useEdit } from './use-edit'
import { type Answer, useSave } from './use-save'

/** A page of Settings that is saved as one: what is typed, its save, and what stands against it. */
export function useSettingForm<Stored, Typed>({
  id,
  kept,
  brought,
  begin,
  isSame,
  problemsOf,
  save,
  changesIn,
}: {
  id: string
  kept: KeptEdits<Stored, Typed>
  brought: Stored
  begin: (stored: Stored) => Typed
  /** Compared as written: what is only written in another way must not be rewritten under the cursor. */
  isSame: (stored: Stored, typed: Typed) => boolean
  problemsOf: (typed: Typed) => readonly SettingProblem[]
  save: (base: Stored, typed: Typed) => Promise<Answer<Stored>>
  /** What somebody else changed, in words. */
  changesIn: (before: Stored, after: Stored) => string[]
}) {
  const edit = useEdit({ id, kept, brought, begin, isSame })
  const { base, typed, isChanged } = edit
  const { form, busy, failure, run, refuse } = useSave()
  const [stale, setStale] = useState<StaleFacts | null>(null)
  const [problems, setProblems] = useState<readonly SettingProblem[]>([])
  const [done, setDone] = useState('')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setDone('')
    const found = problemsOf(typed)
    setProblems(found)
    if (found.length > 0) return refuse()
    const result = await run(() => save(base, typed))
    if (result?.ok) {
      edit.settle(result.value, typed)
      setStale(null)
      setDone('Saved. It counts at once.')
    } else if (result?.reason === 'stale') {
      const { theirs, ...facts } = result
      setStale({ ...facts, changes: changesIn(base, theirs) })
      edit.rebase(theirs, (mine) => mine)
    } else if (result) {
      setProblems(result.problems)
      refuse()
    }
  }

  return {
    typed,
    change(part: Partial<Typed>) {
      setDone('')
      edit.change({ ...typed, ...part })
    },
    findingsAt: (path: string) =>
      problems
        .filter((problem) => problem.path === path)
        .map(({ message }) => ({ severity: 'error' as const, message })),
    /** For `SettingForm`. */
    frame: {
      form,
      busy,
      failure,
      stale,
      isChanged,
      done,
      submit,
      discard() {
        edit.discard()
        setStale(null)
        setProblems([])
        setDone('Your changes are discarded.')
        form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
      },
    },
  }
}
