import type { MouseEvent } from 'react'

/**
 * Leaving a field can put an error under it and move what is below. If the field were left when the
 * mouse button goes down, the thing pressed would move away before it comes up, and the click would be
 * lost. So what is pressed takes the focus only with the click. The second press of a double click on a button that
 * is gone with the first takes no focus from the field that came in its place. Spread over what holds fields and buttons.
 */
export const focusOnClick = {
  onMouseDown: (event: MouseEvent) => {
    const isSecond = event.detail > 1 && event.timeStamp - pressedAt < DOUBLE_CLICK_MS
    if (isSecond || closest(event.target, `${ACTIONS}, ${BOXES}, label:has(${BOXES})`)) event.preventDefault()
  },
  onClickCapture: (event: MouseEvent) => {
    const pressed = closest(event.target, ACTIONS)
    if (!pressed) return
    pressedAt = event.timeStamp
    pressed.focus({ preventScroll: true })
  },
  // A box, after it has changed: rendering in the middle of its click would set it back.
  onClick: (event: MouseEvent) => closest(event.target, BOXES)?.focus({ preventScroll: true }),
}

/** As long as two presses count as a double click where people set it slowest. */
const DOUBLE_CLICK_MS = 900
/** When something was last pressed, on the clock of events. */
let pressedAt = Number.NEGATIVE_INFINITY

const ACTIONS = 'button, summary, a'
const BOXES = 'input:is([type="checkbox"], [type="radio"])'

const closest = (target: EventTarget, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null
