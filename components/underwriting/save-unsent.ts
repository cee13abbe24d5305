import { newUuid } from '@/components/shell/new-uuid'
import { onSignedIn } from '@/components/shell/session'
import type { CommentSubject } from '@/lib/domain/comments/subject'
import { routes } from '@/lib/routes'

/** Keeps what is written at the desk, in pauses; what could not be kept is tried again, and asked about before the tab closes. */

/** A form of an application, or the comment on a subject. */
export type UnsentPlace = { applicationId: string; what: string } | { comment: CommentSubject }

type Waiting = {
  place: UnsentPlace
  textId: string
  content: unknown
  timer: ReturnType<typeof setTimeout> | undefined
}

const PAUSE_MS = 600
const AGAIN_MS = 10_000
/** A request that may outlive its page has at most 64 kB (Fetch standard, "keepalive"), all of them together. */
const KEEPALIVE_BYTES = 48 * 1024

const waiting = new Map<string, Waiting>()
/** Which text of a form is being written; the one after a text that was sent has another id. */
const textIds = new Map<string, string>()
/** One request at a time for each form: two at once could arrive the other way round. */
const underWay = new Map<string, Waiting>()
let isListening = false

/** `content` null: there is nothing to keep any more. */
export function saveUnsent(place: UnsentPlace, content: unknown): void {
  listenOnce()
  const id = idOf(place)
  clearTimeout(waiting.get(id)?.timer)
  waiting.set(id, {
    place,
    textId: textIdOf(place),
    content,
    // What was sent is forgotten at once, so that nothing brings it back.
    timer: setTimeout(() => void save(id), content === null ? 0 : PAUSE_MS),
  })
  window.addEventListener('beforeunload', warn)
}

export const idOf = (place: UnsentPlace): string =>
  'comment' in place
    ? `comment ${place.comment.type} ${place.comment.id}`
    : `${place.applicationId} ${place.what}`

export function textIdOf(place: UnsentPlace): string {
  const id = idOf(place)
  const textId = textIds.get(id) ?? newUuid()
  textIds.set(id, textId)
  return textId
}

/** The text that the desk has kept of a form, where this tab has begun none. */
export function goOnWith(place: UnsentPlace, textId: string | null): void {
  // What is drawn on the server is for everybody.
  if (textId === null || typeof window === 'undefined') return
  const id = idOf(place)
  if (!textIds.has(id)) textIds.set(id, textId)
}

/** The form was sent: what is written from now on is another text, and nothing of this one is saved any more. */
export function beginNewText(place: UnsentPlace): void {
  const id = idOf(place)
  textIds.set(id, newUuid())
  clearTimeout(waiting.get(id)?.timer)
  waiting.delete(id)
  if (waiting.size === 0) window.removeEventListener('beforeunload', warn)
}

async function save(id: string, isLeaving = false): Promise<void> {
  const entry = waiting.get(id)
  const before = underWay.get(id)
  if (!entry || (before && (!isLeaving || before === entry))) return
  clearTimeout(entry.timer)
  underWay.set(id, entry)
  const response = await put(entry)
  underWay.delete(id)
  // Something newer was written meanwhile, and takes its turn.
  if (waiting.get(id) !== entry) return void save(id)
  if (response?.ok) {
    waiting.delete(id)
    // Sent from another tab: what was written here since then is a text of its own.
    const wasSent = await response.json().then(
      (answer: { ok?: boolean }) => answer.ok === false,
      () => false,
    )
    if (wasSent && textIds.get(id) === entry.textId && !waiting.has(id)) {
      textIds.set(id, newUuid())
      saveUnsent(entry.place, entry.content)
    }
  } else if (response && response.status < 500 && response.status !== 401) waiting.delete(id)
  // After the end of a session it is not asked for again and again: signing in does that.
  else if (response?.status !== 401) entry.timer = setTimeout(() => void save(id), AGAIN_MS)
  if (waiting.size === 0) window.removeEventListener('beforeunload', warn)
}

function put({ place, textId, content }: Waiting): Promise<Response | null> {
  const isComment = 'comment' in place
  const body = JSON.stringify({ textId, content, ...(isComment && { subject: place.comment }) })
  return fetch(isComment ? routes.api.commentDraft : routes.api.unsent(place.applicationId, place.what), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: body.length <= KEEPALIVE_BYTES,
  }).catch(() => null)
}

const saveAll = () => {
  for (const id of [...waiting.keys()]) void save(id)
}

const saveAllNow = () => {
  for (const id of [...waiting.keys()]) void save(id, true)
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

function listenOnce(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('pagehide', saveAllNow)
  window.addEventListener('online', saveAll)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && saveAllNow())
  onSignedIn(saveAll)
}
