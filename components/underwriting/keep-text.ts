import { onSignedIn } from '@/components/shell/session'
import { routes } from '@/lib/routes'

/** Keeps what is written at the desk, in pauses; what could not be kept is tried again, and asked about before the tab closes. */

export type KeptPlace = { applicationId: string; what: string }

type Waiting = { place: KeptPlace; content: unknown; timer: ReturnType<typeof setTimeout> | undefined }

const PAUSE_MS = 600
const AGAIN_MS = 10_000
/** A request that may outlive its page has at most 64 kB (Fetch standard, "keepalive"), all of them together. */
const KEEPALIVE_BYTES = 48 * 1024

const waiting = new Map<string, Waiting>()
let isListening = false

/** `content` null: there is nothing to keep any more. */
export function keepText(place: KeptPlace, content: unknown): void {
  listenOnce()
  const id = idOf(place)
  clearTimeout(waiting.get(id)?.timer)
  waiting.set(id, {
    place,
    content,
    // What was sent is forgotten at once, so that nothing brings it back.
    timer: setTimeout(() => void save(id), content === null ? 0 : PAUSE_MS),
  })
  window.addEventListener('beforeunload', warn)
}

export const idOf = ({ applicationId, what }: KeptPlace): string => `${applicationId} ${what}`

async function save(id: string): Promise<void> {
  const entry = waiting.get(id)
  if (!entry) return
  clearTimeout(entry.timer)
  const { place, content } = entry
  const body = JSON.stringify({ content })
  const response = await fetch(routes.api.kept(place.applicationId, place.what), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: body.length <= KEEPALIVE_BYTES,
  }).catch(() => null)
  // Something newer was written meanwhile, and waits for its own turn.
  if (waiting.get(id) !== entry) return
  if (response?.ok || (response && response.status < 500 && response.status !== 401)) {
    waiting.delete(id)
    if (waiting.size === 0) window.removeEventListener('beforeunload', warn)
    return
  }
  // After the end of a session it is not asked for again and again: signing in does that.
  if (response?.status !== 401) entry.timer = setTimeout(() => void save(id), AGAIN_MS)
}

const saveAll = () => {
  for (const id of [...waiting.keys()]) void save(id)
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

function listenOnce(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('pagehide', saveAll)
  window.addEventListener('online', saveAll)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && saveAll())
  onSignedIn(saveAll)
}
