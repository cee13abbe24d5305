import { type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * What a `<dialog>` needs to be a modal while `open`; closed, it gives the focus back. Escape closes it at once
 * and not with the browser's later `close`: a key pressed in between would meet a dialog that is gone and still
 * counts as open, and what it should have opened would stay closed.
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

  // Taken off the page while open: only a dialog that is closed gives the focus back.
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
    /** The browser closes it by itself at a second Escape; the one that it sends after our own closing is late. */
    onClose() {
      if (!open || ref.current?.open) return
      giveCaretBack.current()
      onClose()
    },
  }
}

/**
 * Puts the caret back where it is now. A text box gets the focus back without it once the dialog's content is
 * gone, and what is typed then is lost (seen in Chromium).
 */
function keptCaret(): () => void {
  const box = document.activeElement
  if (!(box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement)) return () => {}
  const { selectionStart, selectionEnd } = box
  return () => {
    if (document.activeElement !== box) return
    if (selectionStart !== null) return box.setSelectionRange(selectionStart, selectionEnd)
    // Boxes of some types, such as e-mail, do not say where their caret is, and remember it themselves.
    box.blur()
    box.focus({ preventScroll: true })
  }
}
