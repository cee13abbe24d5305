let region: HTMLElement | null = null

/** Tells screen readers something that is seen elsewhere: by one live region for the whole page. */
export function announce(words: string): void {
  if (!region?.isConnected) {
    region = document.createElement('div')
    region.setAttribute('role', 'status')
    region.className = 'sr-only'
    document.body.append(region)
  }
  const here = region
  // A region is heard when it changes: also with the same words again, and not in the moment in which it comes.
  here.textContent = ''
  setTimeout(() => {
    here.textContent = words
  }, 100)
}
