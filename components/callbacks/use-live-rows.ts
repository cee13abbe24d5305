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

/** The most rows that a page shows, however long it stays open. */
const KEPT_ROWS = 300

type Known = {
  /** What the server rendered. When it renders again, everything below starts over. */
  view: CallbackListView
  /** All known rows, including those not shown yet. */
  rows: readonly CallbackListItem[]
  /** Numbers of rows that arrived while the page was open, and are shown. */
  fresh: ReadonlySet<number>
  /** Numbers of rows that arrived while the person was reading or selecting rows; shown once they ask or are done. */
  held: ReadonlySet<number>
  /** More rows arrived than one answer carries, so some in between are unknown and the page must reload. */
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
 * The rows of the log as they arrive. Only the first page is live, and no row moves while the person is reading,
 * pointing at or selecting rows.
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
  /** The tag of the last answer, so that the server does not send the same rows again. */
  const seen = useRef<string | null>(null)
  const pointedAt = useRef(0)
  const now = kept.view === view ? kept : known(view)

  async function poll(): Promise<string | null> {
    const answer = await fetchChanged<CallbackLiveRows>(liveRowsAddress(query), seen.current)
    if (!answer.ok) return answer.problem
    const { changed, tag } = answer.value
    const isRead = isChoosing || isBeingRead(list.current, pointedAt.current)
    if (!changed) {
      // Nothing new, but by now the rows that were held back may be shown.
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
    /** The next page begins after the last row that is shown. */
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
