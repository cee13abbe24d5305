import { useRef } from 'react'
import type { ActionAnswer, Called, Unanswered } from './action-answer'
import { useDeskAction } from './use-desk-action'
import type { TakeBack } from './use-shown-early'

const ask = (action: () => Promise<ActionAnswer<unknown>>) => action()

/**
 * As `useDeskAction`, for what the page shows before the desk has answered: `show` is that of `useShownEarly`. What it
 * showed is taken back where the desk refuses, and the trouble says why. Nothing that goes to the partner is shown early.
 */
export function usePromptAction<Shown>(
  show: (what: Shown) => TakeBack,
  options?: { unanswered?: Unanswered },
) {
  const { run, busy, trouble, clear } = useDeskAction(ask, options)
  const underway = useRef(false)
  return {
    busy,
    trouble,
    clear,
    /** Null where the last press is not answered yet. */
    async press<T>(what: Shown, action: () => Promise<ActionAnswer<T>>): Promise<Called<T> | null> {
      if (underway.current) return null
      underway.current = true
      const takeBack = show(what)
      const called = (await run(action)) as Called<T> | null
      underway.current = false
      takeBack(called?.ok ? 'with-the-page' : 'at-once')
      return called
    },
  }
}
