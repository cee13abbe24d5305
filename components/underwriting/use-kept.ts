'use client'

import { useCallback, useRef, useState } from 'react'
import { idOf, type KeptPlace, keepText } from './keep-text'
import { useKeptTexts } from './kept-context'

/** What people wrote and have not sent, by what it is for: as this tab has it, which is the newest. */
export type Kept<T> = Map<string, T>

/**
 * A state that outlives the page, the tab and the session: it is kept at the desk for whoever wrote it, until it is
 * sent. `what` names the form among those of the application.
 */
export function useKept<T>(
  kept: Kept<T>,
  place: KeptPlace,
  begin: T,
  isBlank: (state: T) => boolean,
): [T, (change: (state: T) => T) => void] {
  const texts = useKeptTexts()
  const [state, setState] = useState(() => kept.get(idOf(place)) ?? readAs(begin, texts[place.what]))
  const latest = useRef(state)
  const { applicationId, what } = place

  const change = useCallback(
    (how: (state: T) => T) => {
      const next = how(latest.current)
      if (next === latest.current) return
      latest.current = next
      setState(next)
      const here = { applicationId, what }
      const blank = isBlank(next)
      if (blank) kept.delete(idOf(here))
      else kept.set(idOf(here), next)
      keepText(here, blank ? null : next)
    },
    [kept, applicationId, what, isBlank],
  )
  return [state, change]
}

/** What was kept, where it is of the form that this version of the page writes; else the beginning. */
function readAs<T>(begin: T, found: unknown): T {
  if (found === undefined || found === null || typeof found !== typeof begin) return begin
  if (Array.isArray(found) !== Array.isArray(begin)) return begin
  const isWhole =
    typeof begin !== 'object' ||
    begin === null ||
    Object.keys(begin).every((key) => Object.hasOwn(Object(found), key))
  return isWhole ? (found as T) : begin
}
