import type { MouseEvent } from 'react'

/**
 * Leaving a field can put an error under it and move what is below. If the field were left when the
 * mouse button goes down, the thing pressed would move away before it comes up, and the click would be
 * lost. So what is pressed takes the focus only with the click. Spread over what holds fields and buttons.
 */
export const focusOnClick = {
  onMouseDown: (event: MouseEvent) => {
    if (closest(event.target, `${ACTIONS}, ${BOXES}, label:has(${BOXES})`)) event.preventDefault()
  },
  onClickCapture: (event: MouseEvent) => closest(event.target, ACTIONS)?.focus({ preventScroll: true }),
  // A box, after it has changed: rendering in the middle of its click would set it back.
  onClick: (event: MouseEvent) => closest(event.target, BOXES)?.focus({ preventScroll: true }),
}

const ACTIONS = 'button, summary, a'
const BOXES = 'input:is([type="checkbox"], [type="radio"])'

const closest = (target: EventTarget, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null
