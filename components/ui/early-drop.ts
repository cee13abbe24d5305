/**
 * Inline script, the first of every page and not part of the app's bundle. If a page takes files, it keeps the ones
 * dropped before the app runs; the browser would open them in place of the page, or ignore them.
 */
export const EARLY_DROP = `{
  window.earlyDrops = []
  const keep = (event) => {
    const data = event.dataTransfer
    if (!data || !data.types.includes('Files') || !document.querySelector('[data-takes-files=soon]')) return
    event.preventDefault()
    if (event.type !== 'drop') return
    // The drop event can no longer be read after its handlers have run.
    const items = [...data.items].flatMap((item) => {
      if (item.kind !== 'file') return []
      const entry = item.webkitGetAsEntry()
      return [{ kind: 'file', webkitGetAsEntry: () => entry }]
    })
    earlyDrops.push({ target: event.target, dataTransfer: { types: ['Files'], files: [...data.files], items } })
  }
  addEventListener('dragover', keep)
  addEventListener('drop', keep)
}`

declare global {
  interface Window {
    /** Missing in a document that the desk's layout did not render. */
    earlyDrops?: { target: EventTarget; dataTransfer: object }[]
  }
}

/** Dispatches the kept drops again, each on its original element. */
export function dropAgain(): void {
  for (const { target, dataTransfer } of window.earlyDrops?.splice(0) ?? []) {
    const place = target instanceof Node && target.isConnected ? target : document.body
    place.dispatchEvent(
      Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer }),
    )
  }
}
