'use client'

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { AnySectionName } from '@/lib/domain/application/draft'

const SHOWN_MS = 60_000

/** The place of a sensitive value. `itemId` is empty outside lists. */
export type SensitiveAt = { section: AnySectionName; itemId: string; field: string }

const keyOf = ({ section, itemId, field }: SensitiveAt) => `${section} ${itemId} ${field}`

type Revealed = {
  valueAt: (at: SensitiveAt) => string | null
  show: (of: Omit<SensitiveAt, 'field'>, values: Readonly<Record<string, string>>) => void
  hide: (at: SensitiveAt) => void
}

const RevealedContext = createContext<Revealed>({ valueAt: () => null, show: () => {}, hide: () => {} })

export const useRevealed = (): Revealed => useContext(RevealedContext)

/**
 * The revealed values, shown wherever the page has their place, for a minute or until they are hidden. They are
 * kept only here and are gone with the page. `mayReveal`: whether this person may see them now; whoever releases the
 * case sees none any more.
 */
export function RevealedValues({ mayReveal, children }: { mayReveal: boolean; children: ReactNode }) {
  const [values, setValues] = useState<ReadonlyMap<string, { value: string; until: number }>>(new Map())
  if (!mayReveal && values.size > 0) setValues(new Map())

  useEffect(() => {
    if (values.size === 0) return
    const next = Math.min(...[...values.values()].map(({ until }) => until))
    const timer = setTimeout(
      () => setValues((now) => new Map([...now].filter(([, { until }]) => until > next))),
      Math.max(0, next - Date.now()),
    )
    // Otherwise the browser's back-forward cache would keep them with the page.
    const hideAll = () => setValues(new Map())
    window.addEventListener('pagehide', hideAll)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', hideAll)
    }
  }, [values])

  const show = useCallback<Revealed['show']>((of, shown) => {
    const until = Date.now() + SHOWN_MS
    setValues((now) => {
      const next = new Map(now)
      for (const [field, value] of Object.entries(shown)) next.set(keyOf({ ...of, field }), { value, until })
      return next
    })
  }, [])
  const hide = useCallback<Revealed['hide']>(
    (at) => setValues((now) => new Map([...now].filter(([key]) => key !== keyOf(at)))),
    [],
  )
  const revealed = useMemo(
    () => ({ valueAt: (at: SensitiveAt) => values.get(keyOf(at))?.value ?? null, show, hide }),
    [values, show, hide],
  )
  return <RevealedContext value={revealed}>{children}</RevealedContext>
}
