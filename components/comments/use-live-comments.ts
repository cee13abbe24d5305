import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCounts } from '@/components/shell/counts'
import { fetchChanged } from '@/components/shell/fetch-live'
import { usePoll } from '@/components/shell/use-live'
import { announce } from '@/components/ui/announce'
import { routes } from '@/lib/routes'
import type { CommentsView, LiveComments } from '@/lib/server/comments/views'

/** People answer each other within minutes, and a page has other questions besides. */
const EVERY_MS = 5_000

type Known = {
  /** What the server rendered; another one is newer than anything that was asked for before it. */
  view: CommentsView
  live: LiveComments
  /** Added by others while the page was open. */
  fresh: ReadonlySet<string>
}

const known = (view: CommentsView): Known => ({ view, live: view, fresh: new Set() })

/** The comments of a page as they are now; where somebody writes stays where it is on the screen. */
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

/** What has the focus in this place does not move under somebody's hands when what is above it grows. */
function holdingStill(place: HTMLElement | null, change: () => void): void {
  const focused = document.activeElement
  const held = focused && place?.contains(focused) ? focused : null
  const before = held?.getBoundingClientRect().top ?? 0
  flushSync(change)
  if (held) scrollBy({ top: held.getBoundingClientRect().top - before, behavior: 'instant' })
}
