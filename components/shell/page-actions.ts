/** What a page can offer to a key, by `data-action` at the control that does it. */
export type PageAction = 'claim' | 'approve' | 'decline' | 'request' | 'note' | 'previous-case' | 'next-case'

/**
 * Presses a button, follows a link, chooses a radio button or goes to a field; false where the page has none, or not now.
 */
export function doOnPage(action: PageAction): boolean {
  const control = document.querySelector<HTMLElement>(`[data-action="${action}"]:not(:disabled)`)
  if (!control?.checkVisibility()) return false
  // What asks for information sticks to the window's edge: to scroll to it would take the page away from its reader.
  if (action !== 'request') control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
  if (!(control instanceof HTMLTextAreaElement)) control.click()
  return true
}
