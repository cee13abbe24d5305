import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

export const focusContent = () => document.getElementById('main')?.focus({ preventScroll: true })

/**
 * A page that goes takes with it what had the focus: the content of the next one then gets it. Else people
 * with a keyboard would begin at the top of the frame again, after every step of a form.
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
