import { newUuid } from '@/components/shell/new-uuid'
import { onSignedIn } from '@/components/shell/session'
import type { CommentSubject } from '@/lib/domain/comments/subject'
import { routes } from '@/lib/routes'

/**
 * Saves unsent text on the desk in pauses. A failed save is retried, and the browser asks before closing the tab
 * meanwhile.
 */

/** The place of unsent text: a form of an application, or the comment on a subject. */
export type UnsentPlace = { applicationId: string; what: string } | { comment: CommentSubject }

type Waiting = {
  place: UnsentPlace
  textId: string
  content: unknown
  timer: ReturnType<typeof setTimeout> | undefined
}

const PAUSE_MS = 600
const AGAIN_MS = 10_000
/** Browsers limit all keepalive requests together to 64 kB (Fetch standard, "keepalive"). */
const KEEPALIVE_BYTES = 48 * 1024

const waiting = new Map<string, Waiting>()
/** The ID of the text being written in each form. After sending, the next text gets another ID. */
const textIds = new Map<string, string>()
/** One request per form at a time: two could arrive in the wrong order. */
const underWay = new Map<string, Waiting>()
let isListening = false

/** `content` null: nothing is left to keep. */
export function saveUnsent(place: UnsentPlace, content: unknown): void {
  listenOnce()
  const id = idOf(place)
  clearTimeout(waiting.get(id)?.timer)
  waiting.set(id, {
    place,
    textId: textIdOf(place),
    content,
    // Sent text is deleted at once, so that it cannot come back.
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

/** Continues the text that the desk has kept of a form, unless this tab has started one. */
export function goOnWith(place: UnsentPlace, textId: string | null): void {
  // Module state on the server is shared by everybody.
  if (textId === null || typeof window === 'undefined') return
  const id = idOf(place)
  if (!textIds.has(id)) textIds.set(id, textId)
}

/** The form was sent. Later typing is a new text, and late saves of the old one are ignored. */
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
  // Newer text was typed meanwhile and is saved next.
  if (waiting.get(id) !== entry) return void save(id)
  if (response?.ok) {
    waiting.delete(id)
    // The text was sent from another tab, so what was typed here since is a new text.
    const wasSent = await response.json().then(
      (answer: { ok?: boolean }) => answer.ok === false,
      () => false,
    )
    if (wasSent && textIds.get(id) === entry.textId && !waiting.has(id)) {
      textIds.set(id, newUuid())
      saveUnsent(entry.place, entry.content)
    }
  } else if (response && response.status < 500 && response.status !== 401) waiting.delete(id)
  // After the session ended, there are no retries until the person signs in again.
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
