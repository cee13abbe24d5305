'use client'

import { useCallback, useMemo, useRef, useState } from 'react'
import { beginNewText, goOnWith, idOf, saveUnsent, textIdOf, type UnsentPlace } from './save-unsent'
import { useUnsentTexts } from './unsent-context'

/** Unsent texts by their place. This tab's version is the newest. */
export type UnsentOfTab<T> = Map<string, T>

export type UnsentText<T> = {
  /** Sent along, so that the desk can recognize a late save of this text. */
  id: () => string
  /** It was sent; `left` returns what is still unsent. */
  sent: (left: (state: T) => T) => void
}

/**
 * State that survives the page, the tab and the session: the desk keeps it for its author until it is sent. `what`
 * names the form within the application.
 */
export function useUnsent<T>(
  unsent: UnsentOfTab<T>,
  place: Exclude<UnsentPlace, { comment: unknown }>,
  begin: T,
  isBlank: (state: T) => boolean,
): [T, (change: (state: T) => T) => void, UnsentText<T>] {
  const texts = useUnsentTexts()
  const [state, setState] = useState(() => {
    const found = texts[place.what]
    goOnWith(place, found?.textId ?? null)
    return unsent.get(idOf(place)) ?? readAs(begin, found?.content)
  })
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
      if (blank) unsent.delete(idOf(here))
      else unsent.set(idOf(here), next)
      saveUnsent(here, blank ? null : next)
    },
    [unsent, applicationId, what, isBlank],
  )
  const text = useMemo(() => {
    const here = { applicationId, what }
    return {
      id: () => textIdOf(here),
      sent: (left: (state: T) => T) => {
        beginNewText(here)
        const next = left(latest.current)
        latest.current = next
        setState(next)
        if (isBlank(next)) return void unsent.delete(idOf(here))
        unsent.set(idOf(here), next)
        saveUnsent(here, next)
      },
    }
  }, [unsent, applicationId, what, isBlank])
  return [state, change, text]
}

/** The kept value, if it has the shape that this version of the form writes; else the initial value. */
function readAs<T>(begin: T, found: unknown): T {
  if (found === undefined || found === null || typeof found !== typeof begin) return begin
  if (Array.isArray(found) !== Array.isArray(begin)) return begin
  const isWhole =
    typeof begin !== 'object' ||
    begin === null ||
    Object.keys(begin).every((key) => Object.hasOwn(Object(found), key))
  return isWhole ? (found as T) : begin
}
