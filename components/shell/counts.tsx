'use client'

import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { routes } from '@/lib/routes'
import type { Counts } from '@/lib/server/counts/views'
import { fetchLive } from './fetch-live'
import { usePoll } from './use-live'

/** Every open page polls, so others' changes may be half a minute late. */
const EVERY_MS = 30_000

type Counted = {
  counts: Counts
  /** Called by a page that learned of a change, to update the frame. Resolves to the current counts, or null. */
  recount: () => Promise<Counts | null>
  /** Subtracts what a page marks as read at once, until the desk has answered. */
  marking: (count: number, answered: Promise<unknown>) => void
}

const CountsContext = createContext<Counted>({
  counts: { unread: 0, latest: null, waiting: {} },
  recount: async () => null,
  marking: () => undefined,
})

export const useCounts = () => useContext(CountsContext)

/**
 * The numbers in the frame, for bell and navigation: as last rendered by the server or fetched since. Fetched every
 * half minute, with each opened page, and when a page asks for it.
 */
export function CountsProvider({ first, children }: { first: Counts; children: ReactNode }) {
  const [kept, setKept] = useState({ first, now: first })
  const counts = kept.first === first ? kept.now : first
  async function recount(): Promise<Counts | null> {
    const answer = await fetchLive<Counts>(routes.api.notifications)
    if (!answer.ok) return null
    // If it was requested before the server rendered again, `first` differs and this answer is ignored.
    setKept({ first, now: answer.value })
    return answer.value
  }
  async function marking(count: number, answered: Promise<unknown>) {
    setKept({ first, now: { ...counts, unread: Math.max(0, counts.unread - count) } })
    await answered
    await recount()
  }
  usePoll(
    async () => {
      await recount()
      return null
    },
    true,
    EVERY_MS,
  )
  // The frame stays mounted between pages and would keep the numbers of the first one.
  const path = usePathname()
  const opened = useRef(path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew with each page
  useEffect(() => {
    if (opened.current !== path) void recount()
    opened.current = path
  }, [path])
  return <CountsContext value={{ counts, recount, marking }}>{children}</CountsContext>
}
