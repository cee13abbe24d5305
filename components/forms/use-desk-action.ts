import { useEffect, useRef, useState } from 'react'
import { onSignedIn } from '@/components/shell/session'
import { type ActionAnswer, type Called, readAnswer, type Trouble, type Unanswered } from './action-answer'

export type DeskAction<In, T> = (input: In) => Promise<ActionAnswer<T>>

/**
 * The one way from a page to a server action: one call at a time, and what stands against the last one. Asking for
 * the password in place, where the session has ended, is part of it. next-safe-action's own hook does less of this and
 * would weigh on every page that has one.
 */
export function useDeskAction<In, T>(
  action: DeskAction<In, T>,
  {
    unanswered = 'look-first',
    leaves = false,
  }: {
    unanswered?: Unanswered
    /** Where it was done, the page is on its way to another, and stays busy until it is gone. */
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
    /** Before the person begins anew. */
    clear: () => setTrouble(null),
    /** Null where the last press is not answered yet. */
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
