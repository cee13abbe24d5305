/** Of whoever types on the page: keeps somebody here for the moment, and goes on by itself where it can. */
type Hold = (go: () => void) => boolean

const holds = new Set<Hold>()

/** Gives what ends it. Apart from the guard itself: every page asks, and few have one. */
export function guardPage(hold: Hold): () => void {
  holds.add(hold)
  return () => {
    holds.delete(hold)
  }
}

/** Goes to another page by code: at once, or once what is typed on this one is saved. */
export function leaveFor(go: () => void): void {
  for (const hold of holds) if (hold(go)) return
  go()
}
