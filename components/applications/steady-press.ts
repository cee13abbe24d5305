import type { MouseEvent } from 'react'

/**
 * Leaving a field can put an error under it and move what is below. If the field were left when the
 * mouse button goes down, the thing pressed would move away before it comes up, and the click would be
 * lost. So what is pressed takes the focus only with the click. Spread over what holds fields and buttons.
 */
export const steadyPress = {
  onMouseDown: (event: MouseEvent) => {
    if (pressable(event.target)) event.preventDefault()
  },
  onClickCapture: (event: MouseEvent) => {
    const pressed = pressable(event.target)
    if (pressed && !(pressed instanceof HTMLLabelElement)) pressed.focus({ preventScroll: true })
  },
}

const pressable = (target: EventTarget): HTMLElement | null =>
  target instanceof Element
    ? target.closest<HTMLElement>(
        'button, summary, a, input[type="checkbox"], input[type="radio"], label:has(input[type="checkbox"], input[type="radio"])',
      )
    : null
