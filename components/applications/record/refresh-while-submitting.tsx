'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const EVERY_MS = 2_000

/** Shows the page anew every two seconds while it is looked at. Without a network that would leave the page. */
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
