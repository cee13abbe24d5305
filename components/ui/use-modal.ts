import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Shows the `<dialog>` that it is given to as a modal while `open`; closed, it gives the focus back. */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    if (open && element && !element.open) {
      element.addEventListener('close', keptCaret(), { once: true })
      element.showModal()
    }
    if (!open) element?.close()
  }, [open])

  // Taken off the page while open: only a dialog that is closed gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])

  return dialog
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
