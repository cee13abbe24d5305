'use client'

import { useEffect, useMemo, useState } from 'react'

/** A person's edit of a setting. `base` is what was stored when they began; their save names it. */
export type Edit<Stored, Typed> = { base: Stored; typed: Typed }

/** The unsaved edits of one kind of setting in this tab, by setting. */
export type UnsavedEdits<Stored, Typed> = Map<string, Edit<Stored, Typed>>

const unsavedIds = new Set<string>()
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

function markUnsaved(id: string, is: boolean): void {
  if (is) unsavedIds.add(id)
  else unsavedIds.delete(id)
  if (unsavedIds.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

/**
 * A stored setting and this person's edit of it. The edit outlives the page, so that a look at another page does not
 * lose what they typed. Without an edit, the form follows what is stored.
 */
export function useEdit<Stored, Typed>({
  id,
  unsaved,
  initial,
  begin,
  isSame,
}: {
  id: string
  unsaved: UnsavedEdits<Stored, Typed>
  /** What the page was loaded with. */
  initial: Stored
  /** What the form holds before the person types. The same object on every render. */
  begin: (stored: Stored) => Typed
  isSame: (stored: Stored, typed: Typed) => boolean
}) {
  const [saved, setSaved] = useState<{ stored: Stored; over: Stored } | null>(null)
  const [edit, setEdit] = useState(() => unsaved.get(id) ?? null)
  // What was saved here counts until the page loads something newer.
  const stored = saved?.over === initial ? saved.stored : initial
  const untouched = useMemo(() => begin(stored), [begin, stored])
  useEffect(() => {
    if (edit) unsaved.set(id, edit)
    else unsaved.delete(id)
    markUnsaved(id, edit !== null)
  }, [edit, id, unsaved])

  const base = edit ? edit.base : stored
  return {
    base,
    typed: edit ? edit.typed : untouched,
    isChanged: edit !== null,
    change: (typed: Typed) => setEdit(isSame(base, typed) ? null : { base, typed }),
    /** Another person saved first: the edit continues from theirs, with both changes. */
    rebase: (theirs: Stored, merge: (mine: Typed) => Typed) => {
      setSaved({ stored: theirs, over: initial })
      setEdit((now) => {
        const both = merge(now ? now.typed : untouched)
        return isSame(theirs, both) ? null : { base: theirs, typed: both }
      })
    },
    /** What was sent is now stored. Anything typed since is an edit of it. */
    markSaved: (now: Stored, sent: Typed) => {
      setSaved({ stored: now, over: initial })
      setEdit((later) => (later && later.typed !== sent ? { base: now, typed: later.typed } : null))
    },
    discard: () => setEdit(null),
  }
}

/** Focuses the first field marked as wrong. The marks must already be on the page. */
export const focusOnWrong = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
