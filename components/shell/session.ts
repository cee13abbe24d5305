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

/** Of all that ask for the password on this page at a time, oldest first. */
let passwordAskers: readonly string[] = []
const changed = new Set<Listener>()

/** Takes its place among them, and gives it back. */
export function askForPassword(id: string): () => void {
  passwordAskers = [...passwordAskers, id]
  tell(changed)()
  return () => {
    passwordAskers = passwordAskers.filter((other) => other !== id)
    tell(changed)()
  }
}
/** The one that is shown: a person is asked once. */
export const lastPasswordAsker = (): string | undefined => passwordAskers.at(-1)
export const onPasswordAskers = listen(changed)

type Asker = (give: (isConfirmed: boolean) => void) => void
let asker: Asker | null = null
let asked: Promise<boolean> | null = null

/** Who asks on this page whether it is still the same person. */
export function answerConfirmations(ask: Asker): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = null
  }
}

/** Of several that are refused at once, all wait for one answer. */
function isConfirmedNow(): Promise<boolean> {
  if (asker === null) return Promise.resolve(false)
  const ask = asker
  asked ??= new Promise<boolean>((resolve) => ask(resolve)).finally(() => {
    asked = null
  })
  return asked
}

/** As the refusals of an action reach the browser, in whatever they are wrapped. */
const SIGNED_OUT = '"code":"signed-out"'
const CONFIRM_NEEDED = '"code":"confirm-needed"'
/** They are all that such an answer holds: a longer one is none, and is not waited for. */
const REFUSAL_LENGTH = 4_096

/** Of this window: a wrapper is known by itself, so that nothing is wrapped twice. */
const watchers = new WeakSet<typeof fetch>()

/**
 * Notices wherever an action of a page answers that the session has ended, or that it asks again who sits there: there
 * are many of them, and each would have to say so itself. The second kind is sent once more after the answer, so that
 * whoever asked for it never hears of it. What else is asked of the desk says it where it is asked.
 */
export function watchActions(): void {
  const plain = window.fetch
  if (watchers.has(plain)) return
  window.fetch = async (input, init) => {
    const response = await plain(input, init)
    if (!new Headers(init?.headers).has('next-action')) return response
    const refusal = await beginningOf(response.clone()).catch(() => '')
    if (refusal.includes(SIGNED_OUT)) tellSessionEnded()
    // Refused before anything was done: the same once more does it the first time.
    return refusal.includes(CONFIRM_NEEDED) && (await isConfirmedNow()) ? window.fetch(input, init) : response
  }
  watchers.add(window.fetch)
}

async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader && text.length < REFUSAL_LENGTH) {
    const { done, value } = await reader.read()
    if (done) break
    text += value
    if (text.includes(SIGNED_OUT) || text.includes(CONFIRM_NEEDED)) break
  }
  void reader?.cancel().catch(() => undefined)
  return text
}
