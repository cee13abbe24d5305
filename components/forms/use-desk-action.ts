import { useAction } from 'next-safe-action/hooks'
import { useEffect, useRef, useState } from 'react'
import { onSignedIn } from '@/components/shell/session'
import { type ActionAnswer, type Called, readAnswer, type Trouble, type Unanswered } from './action-answer'

export type DeskAction<In, T> = (input: In) => Promise<ActionAnswer<T>>

/**
 * The one way from a page to a server action: one call at a time, and what stands against the last one. Asking for
 * the password in place, where the session has ended, is part of it.
 */
export function useDeskAction<In, T>(
  action: DeskAction<In, T>,
  { unanswered = 'look-first' }: { unanswered?: Unanswered } = {},
) {
  const { executeAsync, isExecuting } = useAction(action as Parameters<typeof useAction>[0])
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const underway = useRef(false)
  useEffect(() => onSignedIn(() => setTrouble((now) => (now?.kind === 'signed-out' ? null : now))), [])

  return {
    busy: isExecuting,
    trouble,
    /** Before the person begins anew. */
    clear: () => setTrouble(null),
    /** Null where the last press is not answered yet. */
    async run(input: In): Promise<Called<T> | null> {
      if (underway.current) return null
      underway.current = true
      setTrouble(null)
      const called = await readAnswer<T>(executeAsync(input) as Promise<ActionAnswer<T>>, unanswered)
      underway.current = false
      setTrouble(called.ok ? null : called.trouble)
      return called
    },
  }
}
