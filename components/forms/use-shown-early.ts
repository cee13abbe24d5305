import { startTransition, useState } from 'react'

/**
 * What the page shows before the desk has answered: each update over the latest base, until it is taken back. As React's
 * `useOptimistic`, but outside of transitions that wait: React keeps those together, and a link that is followed before
 * the answer would lead on only once that has come.
 */
export function useShownEarly<Base, Update>(
  base: Base,
  apply: (base: Base, update: Update) => Base,
): [shown: Base, showAtOnce: (update: Update) => () => void] {
  const [updates, setUpdates] = useState<readonly { update: Update }[]>([])
  return [
    updates.reduce((shown, { update }) => apply(shown, update), base),
    (update) => {
      const one = { update }
      setUpdates((all) => [...all, one])
      // Together with the page that the answer brought, which comes in a transition: not a moment before it.
      return () => startTransition(() => setUpdates((all) => all.filter((other) => other !== one)))
    },
  ]
}
