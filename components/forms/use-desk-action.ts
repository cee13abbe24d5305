import { useEffect, useRef, useState } from 'react'
import { onSignedIn } from '@/components/shell/session'
import { type ActionAnswer, type Called, readAnswer, type Trouble, type Unanswered } from './action-answer'

export type DeskAction<In, T> = (input: In) => Promise<ActionAnswer<T>>

/**
 * How pages call server actions: one call at a time, with the trouble of the last one. Also asks for the password
 * in place if the session has ended. next-safe-action's own hook does less and would weigh on every page.
 */
export function useDeskAction<In, T>(
  action: DeskAction<In, T>,
  {
    unanswered = 'look-first',
    leaves = false,
  }: {
    unanswered?: Unanswered
    /** A successful action navigates, so the state stays busy until the page is gone. */
    leaves?: boolean
  } = {},
) {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const underway = useRef(false)
  useEffect(() => onSignedIn(() => setTrouble((now) => (now?.kind === 'signed-out' ? null : now))), [])

  return {
    busy,
    trouble,
    /** Call before the person starts again. */
    clear: () => setTrouble(null),
    /** Null if the last call is still running. */
    async run(input: In): Promise<Called<T> | null> {
      if (underway.current) return null
      underway.current = true
      setBusy(true)
      setTrouble(null)
      const called = await readAnswer<T>(action(input), unanswered)
      if (called.ok && leaves) return called
      underway.current = false
      setBusy(false)
      setTrouble(called.ok ? null : called.trouble)
      return called
    },
  }
}
