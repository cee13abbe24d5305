/**
 * Whether single-key shortcuts are on. People who dictate, or hit keys by mistake, can turn them off (WCAG 2.1.4).
 * Stored in the browser and read at every key, so that all tabs agree.
 */
const NAME = 'single-key-shortcuts'

/** If the browser blocks storage, the shortcuts are on, and can be off until the page is closed. */
let offHere = false

export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(NAME) !== 'off'
  } catch {
    return !offHere
  }
}

export function turnSingleKeys(on: boolean): void {
  offHere = !on
  try {
    if (on) localStorage.removeItem(NAME)
    else localStorage.setItem(NAME, 'off')
  } catch {
    // Stored in `offHere` only.
  }
}
