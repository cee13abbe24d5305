'use client'

import { useEffect, useRef, useState } from 'react'

const LOOK_EVERY_MS = 2_000

/** Every look counts as use of the session: a page that nobody sits at would never be signed out. */
const REST_AFTER_MS = 10 * 60_000

const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Looks again every two seconds, while the tab is seen and somebody sits at it. `look` gives null, or what
 * went wrong in words. One look at a time; after a rest the first one comes at once.
 */
export function useLive(look: () => Promise<string | null>, on: boolean) {
  const [problem, setProblem] = useState<string | null>(null)
  const [resting, setResting] = useState(false)
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    if (!on) return
    let lastSignAt = Date.now()
    let busy = false
    const lookNow = async () => {
      const rests = Date.now() - lastSignAt > REST_AFTER_MS
      setResting(rests)
      if (busy || rests || document.hidden) return
      busy = true
      setProblem(await latest.current())
      busy = false
    }
    const onSign = () => {
      const rested = Date.now() - lastSignAt > REST_AFTER_MS
      lastSignAt = Date.now()
      if (rested) void lookNow()
    }
    const timer = setInterval(lookNow, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', lookNow)
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, onSign, { passive: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookNow)
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, onSign)
    }
  }, [on])
  return { problem: on ? problem : null, resting: on && resting }
}
