import { useState } from 'react'
import type { ActionAnswer, Called, Unanswered } from './action-answer'
import { useDeskAction } from './use-desk-action'

const ask = (action: () => Promise<ActionAnswer<unknown>>) => action()

/** For pages with many buttons that each act without a dialog: which one is busy, and what went wrong. */
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
