'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { fetchLive } from './fetch-live'

const POLL_EVERY_MS = 2_000

/**
 * Every request keeps the session alive, so polling must stop on an unused page or it would never be signed out.
 */
const PAUSE_AFTER_MS = 10 * 60_000

const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** The state of `LiveSwitch`. `on`: the person's choice. `paused`: no one used the page for ten minutes. */
export type LiveState = { on: boolean; paused: boolean; onChange: (on: boolean) => void }

/**
 * The only poller (decision 39): asks every two seconds, or every `everyMs`, while the tab is visible and in use.
 * `ask` resolves to null or an error text. One request at a time; after a pause, the first is immediate.
 */
export function usePoll(ask: () => Promise<string | null>, isWanted = true, everyMs = POLL_EVERY_MS) {
  const [on, setOn] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const [paused, setPaused] = useState(false)
  const latest = useEffectEvent(ask)
  const polls = on && isWanted
  useEffect(() => {
    if (!polls) return
    let lastSignAt = Date.now()
    let busy = false
    const isUnattended = () => Date.now() - lastSignAt > PAUSE_AFTER_MS
    const poll = async () => {
      setPaused(isUnattended())
      if (busy || isUnattended() || document.hidden) return
      busy = true
      setProblem(await latest())
      busy = false
    }
    const onSign = () => {
      const wasUnattended = isUnattended()
      lastSignAt = Date.now()
      if (wasUnattended) void poll()
    }
    const timer = setInterval(poll, everyMs)
    document.addEventListener('visibilitychange', poll)
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, onSign, { passive: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, onSign)
    }
  }, [polls, everyMs])
  const live: LiveState = { on, paused: polls && paused, onChange: setOn }
  return { problem: polls ? problem : null, live }
}

/** The current answer of one of the desk's addresses. `first` came with the page. */
export function useLive<T>(address: string, first: T) {
  const [value, setValue] = useState(first)
  async function reload(): Promise<string | null> {
    const answer = await fetchLive<T>(address)
    if (!answer.ok) return answer.problem
    setValue(answer.value)
    return null
  }
  return { value, reload, ...usePoll(reload) }
}
