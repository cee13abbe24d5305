import { useEffect, useRef } from 'react'
import { type Held, recognise, type Shortcut } from './shortcuts'
import { singleKeysOn } from './single-keys'

/** On a Mac, Ctrl K deletes to the end of the line in every text field. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

/**
 * Listens on the whole page: Ctrl/⌘ K and Ctrl/⌘ Enter everywhere, single keys only where a key means nothing else.
 */
export function useShortcuts(
  onPalette: () => void,
  onContinue: () => void,
  onShortcut: (shortcut: Shortcut) => void,
): void {
  const latest = useRef({ onPalette, onContinue, onShortcut })
  useEffect(() => {
    latest.current = { onPalette, onContinue, onShortcut }
  })
  useEffect(() => {
    let held: Held | null = null
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      if (isPaletteKey(event)) {
        // Otherwise the browser would open its own search.
        event.preventDefault()
        if (!event.repeat) latest.current.onPalette()
        return
      }
      if (isContinueKey(event)) {
        if (!event.repeat && !isDialogOpen()) latest.current.onContinue()
        return
      }
      // Shift alone is no key: `g`, then `?` with Shift.
      if (event.key === 'Shift') return
      if (isModified(event) || isTaken(event.target) || !singleKeysOn()) {
        held = null
        return
      }
      const { is, held: next } = recognise(held, event.key, event.timeStamp)
      held = next
      if (!is) return
      event.preventDefault()
      latest.current.onShortcut(is)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (isMac() ? metaKey : ctrlKey) && !altKey && !shiftKey

const isContinueKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Some keyboards type `[` and `]` with Alt Gr, which Windows reports as Ctrl and Alt. */
const isModified = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')

/** Where a key is text or a choice, and anywhere under an open dialog. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], iframe'

const isTaken = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(TAKES_KEYS) !== null) || isDialogOpen()

export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null
