let isPressed = false
const waiting = new Set<() => void>()

const press = () => {
  isPressed = true
}
const release = () => {
  isPressed = false
  // After the click event, which follows the release.
  setTimeout(() => {
    for (const then of waiting) then()
    waiting.clear()
  })
}

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', press, true)
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, release, true)
}

/** At once, or once no pointer is pressed: moving things between press and release would lose the click. */
export function afterPress(then: () => void): void {
  if (isPressed) waiting.add(then)
  else then()
}
