/**
 * The first script of every page, and no part of the app's: it keeps files that are dropped on a page that takes files
 * before the app runs. The browser would open them in place of the page, or do nothing.
 */
export const EARLY_DROP = `{
  window.earlyDrops = []
  const keep = (event) => {
    const data = event.dataTransfer
    if (!data || !data.types.includes('Files') || !document.querySelector('[data-takes-files=soon]')) return
    event.preventDefault()
    if (event.type !== 'drop') return
    // Nothing can be read of the drop itself once it is over.
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
    /** Absent in a document that the desk's layout did not make. */
    earlyDrops?: { target: EventTarget; dataTransfer: object }[]
  }
}

/** Drops again, at its place, what was dropped before anybody listened. */
export function dropAgain(): void {
  for (const { target, dataTransfer } of window.earlyDrops?.splice(0) ?? []) {
    const place = target instanceof Node && target.isConnected ? target : document.body
    place.dispatchEvent(
      Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer }),
    )
  }
}
