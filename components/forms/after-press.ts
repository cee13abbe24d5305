let isPressed = false
const waiting = new Set<() => void>()

const press = () => {
  isPressed = true
}
const release = () => {
  isPressed = false
  // After the click, which comes with the release.
  setTimeout(() => {
    for (const then of waiting) then()
    waiting.clear()
  })
}

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', press, true)
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, release, true)
}

/** At once, or once no pointer is held down: what moves between a press and its release takes the click away. */
export function afterPress(then: () => void): void {
  if (isPressed) waiting.add(then)
  else then()
}
