'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'

let refreshedAt = ''

/**
 * On a page that is closed: reads the frame anew, which a move within the desk does not. It may still show what the
 * person could do before someone changed their roles. Once for each page, whatever comes of it.
 */
export function FreshFrame() {
  const router = useRouter()
  const pathname = usePathname()
  useEffect(() => {
    if (refreshedAt === pathname) return
    refreshedAt = pathname
    router.refresh()
  }, [router, pathname])
  return null
}
