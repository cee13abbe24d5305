import { usePathname } from 'next/navigation'
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLasting, useNavigation } from '@/components/ui/navigation'
import { onIntent } from './on-intent'

/** Loaded once for all pages. */
let loaded: ComponentType<{ path: string }> | null = null

/** Longer than most pages take: a skeleton that comes and goes would only flicker. */
const PATIENCE_MS = 150

/**
 * The page; while another one is on its way for longer than a moment, its skeleton. Not by `loading.tsx`: with it the
 * server would begin its answer before the page has said who may see it (decision 47).
 */
export function PageOutlet({ children }: { children: ReactNode }) {
  const here = usePathname()
  const href = useNavigation()
  const there = href === null ? here : (href.split(/[?#]/, 1)[0] ?? here)
  const [Skeleton, setSkeleton] = useState(() => loaded)
  // Without its script the page stays that is there.
  const isWaiting = useLasting(there !== here, PATIENCE_MS) && Skeleton !== null
  const page = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (loaded) return
    return onIntent(async () => {
      loaded = (await import('./page-skeleton').catch(() => null))?.PageSkeleton ?? null
      setSkeleton(() => loaded)
    })
  }, [])

  // What is hidden cannot keep the focus; where the page stays after all, it gets it back.
  useLayoutEffect(() => {
    if (!isWaiting) return
    const focused = document.activeElement
    return () => {
      if (focused instanceof HTMLElement && page.current?.contains(focused)) focused.focus()
    }
  }, [isWaiting])

  return (
    <div className="mx-auto max-w-[90rem]">
      <div ref={page} className={isWaiting ? 'hidden' : 'contents'}>
        {children}
      </div>
      {isWaiting && <Skeleton path={there} />}
    </div>
  )
}
