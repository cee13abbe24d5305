let region: HTMLElement | null = null

/** Announces to screen readers something that is visible elsewhere. The whole page shares one live region. */
export function announce(words: string): void {
  if (!region?.isConnected) {
    region = document.createElement('div')
    region.setAttribute('role', 'status')
    region.className = 'sr-only'
    document.body.append(region)
  }
  const here = region
  // A live region is read only when it changes. Clearing it first lets the same words be read twice, and the delay lets
  // a new region register.
  here.textContent = ''
  setTimeout(() => {
    here.textContent = words
  }, 100)
}
