'use client'

import { useRouter } from 'next/navigation'
import { type RefObject, useRef, useState } from 'react'
import { fetchChanged } from '@/components/shell/fetch-live'
import { isBeingRead } from '@/components/shell/is-being-read'
import { usePoll } from '@/components/shell/use-live'
import type { CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import { counted } from '@/lib/domain/values/counted'
import type {
  CallbackCounts,
  CallbackListItem,
  CallbackListView,
  CallbackLiveRows,
} from '@/lib/server/callbacks/log/views'
import { liveRowsAddress } from './callback-address'
import { mergeLiveRows, withoutGone } from './merge-live-rows'

/** A page that is left open all day shows no more than these. */
const KEPT_ROWS = 300

type Known = {
  /** What the server rendered; another one begins anew. */
  view: CallbackListView
  /** All that is known, also what is not shown yet. */
  rows: readonly CallbackListItem[]
  /** Came in while the page was open, and has been shown. */
  fresh: ReadonlySet<number>
  /** Came in while somebody read or had chosen rows: shown when they say so, or are done. */
  held: ReadonlySet<number>
  /** Between them and the others there are more than came at once: the page has to be read anew. */
  missed: boolean
  counts: CallbackCounts
}

const NONE: ReadonlySet<number> = new Set()

const known = (view: CallbackListView): Known => ({
  view,
  rows: view.items,
  fresh: NONE,
  held: NONE,
  missed: false,
  counts: view.counts,
})

/**
 * The rows of the log as they come in. Only the first page follows; and nothing that is being read, pointed at
 * or chosen moves under somebody's hands.
 */
export function useLiveRows(
  view: CallbackListView,
  query: CallbackListQuery,
  list: RefObject<HTMLElement | null>,
  isChoosing: boolean,
) {
  const router = useRouter()
  const [kept, setKept] = useState(() => known(view))
  const [words, setWords] = useState('')
  /** The tag of the last live rows, so that the same are not sent again. */
  const seen = useRef<string | null>(null)
  const pointedAt = useRef(0)
  const now = kept.view === view ? kept : known(view)

  async function poll(): Promise<string | null> {
    const answer = await fetchChanged<CallbackLiveRows>(liveRowsAddress(query), seen.current)
    if (!answer.ok) return answer.problem
    const { changed, tag } = answer.value
    const isRead = isChoosing || isBeingRead(list.current, pointedAt.current)
    if (!changed) {
      // Nothing changed; but what was held back may be shown by now.
      if (now.held.size > 0 && !isRead) showHeld()
      return null
    }
    seen.current = tag
    const { rows, added, missed } = mergeLiveRows(now.rows, changed)
    const held = new Set([...now.held, ...added])
    const { counts } = changed
    if (isRead) setKept({ ...now, rows, held, counts, missed: now.missed || missed })
    else if (missed || now.missed) router.refresh()
    else setKept({ ...now, ...shown(held), rows: withoutGone(rows, changed), counts })
    if (added.length > 0)
      setWords(`${counted(added.length, 'new callback')}${isRead ? ', not shown yet' : ''}`)
    return null
  }

  const shown = (held: ReadonlySet<number>) => ({
    fresh: new Set([...now.fresh, ...held]),
    held: NONE,
    missed: false,
  })

  function showHeld() {
    if (now.missed) router.refresh()
    else setKept({ ...now, ...shown(now.held) })
  }

  function show() {
    showHeld()
    scrollTo({ top: 0, behavior: 'instant' })
    list.current?.querySelector<HTMLElement>('section')?.focus({ preventScroll: true })
  }

  const follows = query.cursor === null
  const { problem, live } = usePoll(poll, follows)
  const rows = now.rows.filter(({ n }) => !now.held.has(n))
  return {
    rows: rows.slice(0, KEPT_ROWS),
    /** Where the next page begins: after the last row that is shown. */
    after: rows.length > KEPT_ROWS ? cursorOf(rows[KEPT_ROWS - 1]) : view.after,
    fresh: now.fresh,
    counts: now.counts,
    waiting: { count: now.held.size, missed: now.missed, show },
    /** For screen readers. */
    words,
    onPoint: () => {
      pointedAt.current = Date.now()
    },
    follows,
    problem,
    live,
  }
}

const cursorOf = (row: CallbackListItem | undefined) =>
  row ? { receivedAt: new Date(row.receivedAt), n: row.n } : null
