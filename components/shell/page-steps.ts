import type { Route } from 'next'
import { useLayoutEffect } from 'react'

/** The steps of the form on the open page. `go` is what following its link does, saving before it leaves. */
export type PageSteps = {
  steps: readonly { id: string; label: string; href: Route }[]
  current: string
  go: (href: Route) => void
}

/** One page is open at a time, and what asks stands outside it: the frame with its palette and shortcuts. */
let present: PageSteps | null = null

export const pageSteps = (): PageSteps | null => present

/**
 * Tells the frame of the page's steps for as long as they are shown: from the moment that they are, since a key that is
 * pressed before would mean the step that was there before.
 */
export function useOfferedSteps(offered: PageSteps): void {
  useLayoutEffect(() => {
    present = offered
    return () => {
      if (present === offered) present = null
    }
  })
}

/** Goes to the step before (-1) or after (1) the present one, where there is one. */
export function goStep(by: 1 | -1): void {
  if (!present) return
  const at = present.steps.findIndex(({ id }) => id === present?.current)
  const step = present.steps[at + by]
  if (at >= 0 && step) present.go(step.href)
}
