/** That the session ended, and that somebody signed in again on the page that they were on. */

type Listener = () => void

const ended = new Set<Listener>()
const signedIn = new Set<Listener>()

const listen = (listeners: Set<Listener>) => (listener: Listener) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const tell = (listeners: Set<Listener>) => () => {
  for (const listener of listeners) listener()
}

/** Asks for the password in place. */
export const tellSessionEnded = tell(ended)
export const onSessionEnded = listen(ended)

/** What could not be kept or sent meanwhile goes on. */
export const tellSignedIn = tell(signedIn)
export const onSignedIn = listen(signedIn)

/** As the refusal of an action reaches the browser, in whatever it is wrapped. */
const SIGNED_OUT = '"code":"signed-out"'

let watches = false

/**
 * Notices wherever an action of a page answers that the session has ended: there are many of them, and each would
 * have to say so itself. What else is asked of the desk says it where it is asked.
 */
export function watchActions(): void {
  if (watches) return
  watches = true
  const plain = window.fetch
  window.fetch = async (input, init) => {
    const response = await plain(input, init)
    if (new Headers(init?.headers).has('next-action')) {
      void response
        .clone()
        .text()
        .then((text) => {
          if (text.includes(SIGNED_OUT)) tellSessionEnded()
        })
        .catch(() => undefined)
    }
    return response
  }
}
