import { useState } from 'react'
import type { ActionAnswer, Called, Unanswered } from './action-answer'
import { useDeskAction } from './use-desk-action'

const ask = (action: () => Promise<ActionAnswer<unknown>>) => action()

/** For a page with many buttons that each do one thing without a question: which of them is busy, and what stood against it. */
export function usePress(options?: { unanswered?: Unanswered }) {
  const { run, busy, trouble, clear } = useDeskAction(ask, options)
  const [pressed, setPressed] = useState<string | null>(null)
  return {
    busy: busy ? pressed : null,
    trouble,
    clear,
    press<T>(id: string, action: () => Promise<ActionAnswer<T>>): Promise<Called<T> | null> {
      if (!busy) setPressed(id)
      return run(action) as Promise<Called<T> | null>
    },
  }
}
