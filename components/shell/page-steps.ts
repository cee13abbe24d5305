import type { Route } from 'next'
import { useLayoutEffect } from 'react'

/** The steps of the form on the open page. `go` does the same as following its link, including saving first. */
export type PageSteps = {
  steps: readonly { id: string; label: string; href: Route }[]
  current: string
  go: (href: Route) => void
}

/** Only one page is open, and the frame with its palette and shortcuts needs its steps. */
let present: PageSteps | null = null

export const pageSteps = (): PageSteps | null => present

/**
 * Offers the page's steps to the frame while they are shown. In a layout effect, because an earlier key press would
 * mean the previous page's steps.
 */
export function useOfferedSteps(offered: PageSteps): void {
  useLayoutEffect(() => {
    present = offered
    return () => {
      if (present === offered) present = null
    }
  })
}

/** Goes to the previous (-1) or next (1) step, if there is one. */
export function goStep(by: 1 | -1): void {
  if (!present) return
  const at = present.steps.findIndex(({ id }) => id === present?.current)
  const step = present.steps[at + by]
  if (at >= 0 && step) present.go(step.href)
}
