import { type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Makes a `<dialog>` modal while `open`, and returns the focus when it closes. Escape closes it at once rather than on
 * the browser's later `close` event: in between, the dialog would be gone but still count as open, and a shortcut
 * pressed then could not open another one.
 */
export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const giveCaretBack = useRef(() => {})

  useEffect(() => {
    const element = ref.current
    if (open && element && !element.open) {
      giveCaretBack.current = keptCaret()
      element.showModal()
    }
    if (!open && element?.open) {
      element.close()
      giveCaretBack.current()
    }
  }, [open])

  // Close the dialog before it is unmounted: a browser returns the focus only when a dialog closes.
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element?.open) return
      element.close()
      giveCaretBack.current()
    }
  }, [])

  return {
    ref,
    onCancel(event: SyntheticEvent) {
      event.preventDefault()
      onClose()
    },
    /** The browser closes a dialog itself at the second Escape. After our own close this event is late and ignored. */
    onClose() {
      if (!open || ref.current?.open) return
      giveCaretBack.current()
      onClose()
    },
  }
}

/**
 * Returns a function that puts the caret back where it is now. When a dialog closes, Chromium focuses the text box
 * without its caret, and loses what is typed next.
 */
function keptCaret(): () => void {
  const box = document.activeElement
  if (!(box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement)) return () => {}
  const { selectionStart, selectionEnd } = box
  return () => {
    if (document.activeElement !== box) return
    if (selectionStart !== null) return box.setSelectionRange(selectionStart, selectionEnd)
    // Some input types, such as email, do not expose the caret but restore it themselves.
    box.blur()
    box.focus({ preventScroll: true })
  }
}
