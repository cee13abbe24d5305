'use client'

import { FocusOnArrival } from '@/components/forms/focus-field'

/** Where a step begins, for whoever is brought there. */
export const STEP_HEADING = 'step'

/** Whoever comes to the review begins at the first thing in the way, else at its top: never at what sends it. */
export function ReviewFocus() {
  return (
    <FocusOnArrival
      find={() =>
        document.querySelector<HTMLElement>('[data-in-the-way] a') ?? document.getElementById(STEP_HEADING)
      }
    />
  )
}
