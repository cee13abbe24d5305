/** What a page can offer to a key, by `data-deed` at the control that does it. */
export type PageDeed = 'claim' | 'approve' | 'decline' | 'note'

/** Presses a button, chooses a radio button or goes to a field; nothing where the page has none, or not now. */
export function doOnPage(deed: PageDeed): void {
  const control = document.querySelector<HTMLElement>(`[data-deed="${deed}"]:enabled`)
  if (!control?.checkVisibility()) return
  control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
  if (!(control instanceof HTMLTextAreaElement)) control.click()
}
