'use client'

import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { routes } from '@/lib/routes'
import type { Counts } from '@/lib/server/counts/views'
import { fetchLive } from './fetch-live'
import { usePoll } from './use-live'

/** Every open page asks: what others did may be told half a minute late. */
const EVERY_MS = 30_000

type Counted = {
  counts: Counts
  /** A page that learned of a change has the frame learn of it too. Gives the counts as they are now, if it can. */
  recount: () => Promise<Counts | null>
  /** Shows at once what a page marks as read, until the desk has answered. */
  marking: (count: number, answered: Promise<unknown>) => void
}

const CountsContext = createContext<Counted>({
  counts: { unread: 0, latest: null, waiting: {} },
  recount: async () => null,
  marking: () => undefined,
})

export const useCounts = () => useContext(CountsContext)

/**
 * The numbers in the frame, for the bell and the navigation: as the server last rendered them, or as it answered since.
 * Asked for anew every half minute, with each page that is opened, and whenever a page says that it learned something.
 */
export function CountsProvider({ first, children }: { first: Counts; children: ReactNode }) {
  const [kept, setKept] = useState({ first, now: first })
  const counts = kept.first === first ? kept.now : first
  async function recount(): Promise<Counts | null> {
    const answer = await fetchLive<Counts>(routes.api.notifications)
    if (!answer.ok) return null
    // Asked before the server rendered them again, it is the older one, and is not looked at.
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
  // The frame stays while pages come and go: its numbers would be those of the first one.
  const path = usePathname()
  const opened = useRef(path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew with each page
  useEffect(() => {
    if (opened.current !== path) void recount()
    opened.current = path
  }, [path])
  return <CountsContext value={{ counts, recount, marking }}>{children}</CountsContext>
}
