import { usePathname } from 'next/navigation'
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLasting, useNavigation } from '@/components/ui/navigation'
import { onIntent } from './on-intent'

/** Loaded once for all pages. */
let loaded: ComponentType<{ path: string }> | null = null

/** Longer than most pages take, so that the skeleton does not flicker. */
const PATIENCE_MS = 150

/**
 * The page, or the skeleton of the next one if it takes longer than a moment. Not `loading.tsx`: with it, the
 * server would start its answer before the page has checked access (decision 47).
 */
export function PageOutlet({ children }: { children: ReactNode }) {
  const here = usePathname()
  const href = useNavigation()
  const there = href === null ? here : (href.split(/[?#]/, 1)[0] ?? here)
  const [Skeleton, setSkeleton] = useState(() => loaded)
  // If the skeleton's script is missing, the current page stays.
  const isWaiting = useLasting(there !== here, PATIENCE_MS) && Skeleton !== null
  const page = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (loaded) return
    return onIntent(async () => {
      loaded = (await import('./page-skeleton').catch(() => null))?.PageSkeleton ?? null
      setSkeleton(() => loaded)
    })
  }, [])

  // Hidden content loses the focus; if the page stays after all, it gets it back.
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
