import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Shows the `<dialog>` that it is given to as a modal while `open`; closed, it gives the focus back. */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open) dialog.current?.close()
  }, [open])

  // Taken off the page while open: only a dialog that is closed gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])

  return dialog
}
