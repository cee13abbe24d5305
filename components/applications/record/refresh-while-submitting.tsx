'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const EVERY_MS = 2_000

/**
 * Refreshes the page every two seconds while it is visible. Skipped offline, where refreshing would leave the page.
 */
export function RefreshWhileSubmitting() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && navigator.onLine) router.refresh()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [router])
  return null
}
