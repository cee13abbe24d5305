/** Set by a page with unsaved input: keeps the person here for now, and calls `go` itself if it can save. */
type Hold = (go: () => void) => boolean

const holds = new Set<Hold>()

/** Returns a function that ends it. Separate from the guard: every page asks, and few have one. */
export function guardPage(hold: Hold): () => void {
  holds.add(hold)
  return () => {
    holds.delete(hold)
  }
}

/** Navigates by code, at once or after this page's input was saved. */
export function leaveFor(go: () => void): void {
  for (const hold of holds) if (hold(go)) return
  go()
}
