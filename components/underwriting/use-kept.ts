'use client'

import { useEffect, useState } from 'react'

/** What people wrote and have not sent, by what it is for. In the memory of this tab only. */
export type Kept<T> = Map<string, T>

const unsent = new Set<string>()
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

function markUnsent(id: string, is: boolean): void {
  if (is) unsent.add(id)
  else unsent.delete(id)
  if (unsent.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

/**
 * A state that outlives the page: whoever looks something up elsewhere in the desk finds it again. The browser
 * asks before the tab is closed over it. `id` names it among everything that is kept.
 */
export function useKept<T>(
  kept: Kept<T>,
  id: string,
  begin: T,
  isBlank: (state: T) => boolean,
): [T, (change: (state: T) => T) => void] {
  const [state, setState] = useState(() => kept.get(id) ?? begin)
  const blank = isBlank(state)
  useEffect(() => {
    if (blank) kept.delete(id)
    else kept.set(id, state)
    markUnsent(id, !blank)
  }, [kept, id, state, blank])
  return [state, setState]
}
