'use client'

import { FocusOnArrival } from '@/components/forms/focus-field'

/** The start of a step, as a focus target. */
export const STEP_HEADING = 'step'

/** Focuses the first problem when the review opens, else its top, and never the button that sends. */
export function ReviewFocus() {
  return (
    <FocusOnArrival
      find={() =>
        document.querySelector<HTMLElement>('[data-in-the-way] a') ?? document.getElementById(STEP_HEADING)
      }
    />
  )
}
