import { useRef } from 'react'
import type { ActionAnswer, Called, Unanswered } from './action-answer'
import { useDeskAction } from './use-desk-action'
import type { TakeBack } from './use-shown-early'

const ask = (action: () => Promise<ActionAnswer<unknown>>) => action()

/**
 * Like `useDeskAction`, for results that the page shows before the desk answers; `show` comes from `useShownEarly`.
 * A refusal takes them back and shows the trouble. Never use it for anything that is sent to the partner.
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
    /** Null if the last press is still running. */
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
