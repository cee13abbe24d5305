import { useTransition } from 'react'
import type { ActionAnswer, Called, Unanswered } from './action-answer'
import { useDeskAction } from './use-desk-action'

const ask = (action: () => Promise<ActionAnswer<unknown>>) => action()

/**
 * As `useDeskAction`, for what the page shows before the desk has answered: `show` is a setter of `useOptimistic`. What it
 * showed is taken back where the desk refuses, and the trouble says why. Nothing that goes to the partner is shown early.
 */
export function usePromptAction<Shown>(show: (what: Shown) => void, options?: { unanswered?: Unanswered }) {
  const { run, trouble, clear } = useDeskAction(ask, options)
  const [busy, begin] = useTransition()
  return {
    busy,
    trouble,
    clear,
    /** Null where the last press is not answered yet. */
    press<T>(what: Shown, action: () => Promise<ActionAnswer<T>>): Promise<Called<T> | null> {
      if (busy) return Promise.resolve(null)
      const { promise, resolve } = Promise.withResolvers<Called<T> | null>()
      begin(async () => {
        show(what)
        resolve((await run(action)) as Called<T> | null)
      })
      return promise
    },
  }
}
