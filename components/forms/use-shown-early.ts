import { useState } from 'react'

/**
 * Ends what was shown early: with the page that says the same, where it was done; at once where it was refused, or
 * where what says the same is there already.
 */
export type TakeBack = (when: 'with-the-page' | 'at-once') => void

/**
 * What the page shows before the desk has answered: each update over the latest base, until it is taken back. As React's
 * `useOptimistic`, but outside of transitions that wait: React keeps those together, and a link that is followed before
 * the answer would lead on only once that has come.
 */
export function useShownEarly<Base, Update>(
  base: Base,
  apply: (base: Base, update: Update) => Base,
): [shown: Base, showAtOnce: (update: Update) => TakeBack] {
  const [updates, setUpdates] = useState<readonly Early<Base, Update>[]>([])
  const now = updates.filter(isShown(base))
  // For good: the base that it was shown over may come back, as after an undo.
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

/** The page that the answer brought has another base: it says itself what was done. */
const isShown =
  <Base>(base: Base) =>
  ({ over, isDone }: Early<Base, unknown>) =>
    !isDone || over === base
