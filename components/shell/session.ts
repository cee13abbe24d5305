/** Events: the session ended, and the person signed in again on the same page. */

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

/** Opens the sign-in dialog. */
export const tellSessionEnded = tell(ended)
export const onSessionEnded = listen(ended)

/** Resumes what could not be saved or sent meanwhile. */
export const tellSignedIn = tell(signedIn)
export const onSignedIn = listen(signedIn)

/** The open sign-in dialogs of this page, oldest first. */
let passwordAskers: readonly string[] = []
const changed = new Set<Listener>()

/** Adds a dialog; the result removes it. */
export function askForPassword(id: string): () => void {
  passwordAskers = [...passwordAskers, id]
  tell(changed)()
  return () => {
    passwordAskers = passwordAskers.filter((other) => other !== id)
    tell(changed)()
  }
}
/** The dialog that is shown, so that a person is asked once. */
export const lastPasswordAsker = (): string | undefined => passwordAskers.at(-1)
export const onPasswordAskers = listen(changed)

type Asker = (give: (isConfirmed: boolean) => void) => void
let asker: Asker | null = null
let asked: Promise<boolean> | null = null

/** Registers the dialog that asks for the second factor. */
export function answerConfirmations(ask: Asker): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = null
  }
}

/** Several refused actions wait for one answer. */
function isConfirmedNow(): Promise<boolean> {
  if (asker === null) return Promise.resolve(false)
  const ask = asker
  asked ??= new Promise<boolean>((resolve) => ask(resolve)).finally(() => {
    asked = null
  })
  return asked
}

/** How refusals appear in an action's response, whatever wraps them. */
const SIGNED_OUT = '"code":"signed-out"'
const CONFIRM_NEEDED = '"code":"confirm-needed"'
/** Such a response contains nothing else; a longer one is not read. */
const REFUSAL_LENGTH = 4_096

/** Fetch wrappers of this window, so that none is wrapped twice. */
const watchers = new WeakSet<typeof fetch>()

/**
 * Watches the responses of all actions for an ended session, or for a required confirmation, so that no action has
 * to handle it. A confirmed action is sent again, so its caller never notices. Other requests handle this
 * themselves.
 */
export function watchActions(): void {
  const plain = window.fetch
  if (watchers.has(plain)) return
  window.fetch = async (input, init) => {
    const response = await plain(input, init)
    if (!new Headers(init?.headers).has('next-action')) return response
    const refusal = await beginningOf(response.clone()).catch(() => '')
    if (refusal.includes(SIGNED_OUT)) tellSessionEnded()
    // It was refused before anything was done, so sending it again does it once.
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
