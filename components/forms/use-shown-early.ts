import { useState } from 'react'

/**
 * Ends what was shown early: with the next page data if it was done, or at once if it was refused or the page
 * already shows it.
 */
export type TakeBack = (when: 'with-the-page' | 'at-once') => void

/**
 * What the page shows before the desk answers: updates on top of the latest base until they are taken back. Like
 * React's `useOptimistic`, but outside transitions: React groups those, so that following a link would wait for the
 * answer.
 */
export function useShownEarly<Base, Update>(
  base: Base,
  apply: (base: Base, update: Update) => Base,
): [shown: Base, showAtOnce: (update: Update) => TakeBack] {
  const [updates, setUpdates] = useState<readonly Early<Base, Update>[]>([])
  const now = updates.filter(isShown(base))
  // For good: the base that it was shown over may come back, such as after an undo.
  if (now.length < updates.length) setUpdates(now)
  return [
    now.reduce((shown, { update }) => apply(shown, update), base),
    (update) => {
      const one = { update, over: base, isDone: false }
      setUpdates((all) => [...all, one])
      return (when) =>
        setUpdates((all) =>
          when === 'with-the-page'
            ? all.map((other) => (other === one ? { ...one, isDone: true } : other))
            : all.filter((other) => other !== one),
        )
    },
  ]
}

type Early<Base, Update> = { update: Update; over: Base; isDone: boolean }

/** The answer's page data has another base, which shows the result itself. */
const isShown =
  <Base>(base: Base) =>
  ({ over, isDone }: Early<Base, unknown>) =>
    !isDone || over === base
