/**
 * Whether shortcuts of single keys are on: people who dictate, or hit keys by mistake, can turn them off
 * (WCAG 2.1.4). Kept in the browser, and read at every key, so that all tabs agree.
 */
const NAME = 'single-key-shortcuts'

/** A browser may keep its storage shut: the shortcuts are then on, and off for as long as the page is open. */
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
    // Remembered in `offHere` alone.
  }
}
