import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

export const focusContent = () => document.getElementById('main')?.focus({ preventScroll: true })

/**
 * A page that disappears loses the focus; the next page's content then gets it. Otherwise, keyboard users would
 * start at the top of the frame after every step.
 */
export function usePageFocus(): void {
  const pathname = usePathname()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (document.activeElement === null || document.activeElement === document.body) focusContent()
  }, [pathname])
}
