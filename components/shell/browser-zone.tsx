'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { ZONE_COOKIE } from './zone'

/** Tells the server this browser's time zone once, for people who have not chosen one. Stored for a year. */
export function BrowserZone({ known }: { known: string | null }) {
  const router = useRouter()
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    if (timeZone === known) return
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere, and asks for HTTPS
    document.cookie = `${ZONE_COOKIE}=${timeZone}; path=/; max-age=31536000; samesite=lax`
    router.refresh()
  }, [known, router])
  return null
}
