import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCounts } from '@/components/shell/counts'
import { fetchChanged } from '@/components/shell/fetch-live'
import { usePoll } from '@/components/shell/use-live'
import { announce } from '@/components/ui/announce'
import { routes } from '@/lib/routes'
import type { CommentsView, LiveComments } from '@/lib/server/comments/views'

/** People answer each other within minutes, and the page polls other things, too. */
const EVERY_MS = 5_000

type Known = {
  /** What the server rendered. A new render is newer than any earlier answer. */
  view: CommentsView
  live: LiveComments
  /** Comments that others added while the page was open. */
  fresh: ReadonlySet<string>
}

const known = (view: CommentsView): Known => ({ view, live: view, fresh: new Set() })

/** The current comments of a page. The focused element keeps its place on the screen. */
export function useLiveComments(view: CommentsView, place: RefObject<HTMLElement | null>) {
  const [kept, setKept] = useState(() => known(view))
  const { recount } = useCounts()
  const now = kept.view === view ? kept : known(view)

  async function poll(): Promise<string | null> {
    const { type, id } = view.subject
    const answer = await fetchChanged<LiveComments>(routes.api.comments(type, id), `"${now.live.tag}"`)
    if (!answer.ok) return answer.problem
    const { changed } = answer.value
    if (!changed) return null
    void recount()
    const before = new Set(now.live.comments.map((comment) => comment.id))
    const added = changed.comments.filter((comment) => !comment.isOwn && !before.has(comment.id))
    const fresh = new Set([...now.fresh, ...added.map((comment) => comment.id)])
    holdingStill(place.current, () => setKept({ view, live: changed, fresh }))
    const [first] = added
    if (first) announce(added.length === 1 ? `New comment by ${first.by}` : `${added.length} new comments`)
    return null
  }

  const { problem } = usePoll(poll, true, EVERY_MS)
  return { ...now.live, fresh: now.fresh, problem }
}

/** Applies a change without moving the focused element when content above it grows. */
function holdingStill(place: HTMLElement | null, change: () => void): void {
  const focused = document.activeElement
  const held = focused && place?.contains(focused) ? focused : null
  const before = held?.getBoundingClientRect().top ?? 0
  flushSync(change)
  if (held) scrollBy({ top: held.getBoundingClientRect().top - before, behavior: 'instant' })
}
