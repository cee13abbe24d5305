import type { MouseEvent } from 'react'

/**
 * Leaving a field can show an error under it, which moves everything below. If a mouse press took the focus, the
 * pressed button could move away before the mouse is released, and the click would be lost. So a pressed element
 * gets the focus only with the click. The second press of a double click, on a button that disappeared with the
 * first, does not take the focus from the field that replaced it. Spread these props over the container of fields
 * and buttons.
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
  // Checkboxes after they have changed: rerendering during their click would reset them.
  onClick: (event: MouseEvent) => closest(event.target, BOXES)?.focus({ preventScroll: true }),
}

/** The longest double-click time that people can set. */
const DOUBLE_CLICK_MS = 900
/** When something was last pressed, as an event timestamp. */
let pressedAt = Number.NEGATIVE_INFINITY

const ACTIONS = 'button, summary, a'
const BOXES = 'input:is([type="checkbox"], [type="radio"])'

const closest = (target: EventTarget, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null
