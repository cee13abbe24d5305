/** Actions that a page offers to shortcut keys, marked by `data-action` on their controls. */
export type PageAction = 'claim' | 'approve' | 'decline' | 'request' | 'note' | 'previous-case' | 'next-case'

/**
 * Presses a button, follows a link, chooses a radio button or focuses a field. False if the page has none, or it is
 * disabled.
 */
export function doOnPage(action: PageAction): boolean {
  const control = document.querySelector<HTMLElement>(`[data-action="${action}"]:not(:disabled)`)
  if (!control?.checkVisibility()) return false
  // The request button sticks to the window's edge; scrolling to it would move the page away from its reader.
  if (action !== 'request') control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
  if (!(control instanceof HTMLTextAreaElement)) control.click()
  return true
}
