'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { guardPage, leaveFor } from './leave-for'
import { onIntent } from './on-intent'

const load = () => import('./leave-dialog')
/** It must be there when the desk does not answer: it comes before anything can have been typed. */
const LeaveDialog = dynamic(load, { loading: () => null })

/** So long a save takes nobody by surprise; after it, it is said. */
const QUIET_MS = 250
/** So long one waits for a save before leaving without it is offered. */
const PATIENCE_MS = 5_000

/** Another page of the desk; a reload or a closed tab; only out of sight, to come back most likely. */
export type Leave = 'next-page' | 'unload' | 'hidden'

type Leaving = { isShown: boolean; problem: string | null; go: () => void }

/**
 * Lets nobody leave a page with what they typed on it unsaved: by a link, the browser's buttons, or code that goes
 * through `leaveFor`, it is saved first, and where that fails they are asked. For a reload or a closed tab the browser
 * asks. Gives the dialog, to be put on the page.
 */
export function useLeaveGuard({
  isDirty,
  flush,
  discard,
  onStay,
}: {
  isDirty: () => boolean
  /** Saves all of it, beginning at once. Null when that is done, else what is in the way. */
  flush: (because: Leave) => Promise<string | null>
  /** Gives up what was typed; nothing is unsaved after it. */
  discard: () => void
  onStay?: () => void
}): ReactNode {
  const router = useRouter()
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const attempt = useRef(0)

  const hold = useEffectEvent((go: () => void): boolean => {
    if (!isDirty()) return false
    const own = ++attempt.current
    const isOver = () => attempt.current !== own
    setLeaving({ isShown: false, problem: null, go })
    const update = (change: Partial<Leaving>) =>
      !isOver() && setLeaving((before) => before && { ...before, ...change })
    const quiet = setTimeout(() => update({ isShown: true }), QUIET_MS)
    const patience = setTimeout(() => update({ problem: 'Saving is taking longer than usual.' }), PATIENCE_MS)
    void flush('next-page').then((problem) => {
      clearTimeout(quiet)
      clearTimeout(patience)
      if (isOver()) return
      if (problem !== null) return update({ isShown: true, problem })
      attempt.current += 1
      setLeaving(null)
      leaveFor(go)
    })
    return true
  })

  const leaveBy = useEffectEvent((anchor: HTMLAnchorElement) => {
    const { href } = anchor
    // Pressed once more, a link that is still there does all that it does otherwise.
    return hold(() => (anchor.isConnected ? anchor.click() : router.push(href as never)))
  })

  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    if (!isDirty()) return
    event.preventDefault()
    void flush('unload')
  })

  const keep = useEffectEvent(() => {
    if (document.visibilityState === 'hidden' && isDirty()) void flush('hidden')
  })

  useEffect(() => onIntent(() => void load().catch(() => undefined)), [])

  useEffect(() => {
    const endGuard = guardPage((go) => hold(go))
    const onClick = (event: MouseEvent) => {
      const anchor = leavingAnchor(event)
      if (!anchor || !leaveBy(anchor)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const onBeforeUnload = (event: BeforeUnloadEvent) => warn(event)
    const onHidden = () => keep()
    const stopTravel = holdTravel((go) => hold(go))
    // Before anything else hears of it: the router goes at once.
    window.addEventListener('click', onClick, { capture: true })
    window.addEventListener('beforeunload', onBeforeUnload)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      endGuard()
      stopTravel()
      window.removeEventListener('click', onClick, { capture: true })
      window.removeEventListener('beforeunload', onBeforeUnload)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [])

  function stay() {
    attempt.current += 1
    setLeaving(null)
    onStay?.()
  }
  function leave() {
    if (!leaving) return
    attempt.current += 1
    setLeaving(null)
    discard()
    leaving.go()
  }

  if (!leaving?.isShown) return null
  return <LeaveDialog problem={leaving.problem} onStay={stay} onLeave={leave} />
}

/** The link that this click follows, where it leads to another page in this same window. */
function leavingAnchor(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const anchor = event.target instanceof Element ? event.target.closest('a') : null
  if (!anchor?.href || anchor.hasAttribute('download')) return null
  if (anchor.target !== '' && anchor.target !== '_self') return null
  const to = new URL(anchor.href)
  // Another site unloads this page, which the browser asks about.
  if (to.origin !== location.origin) return null
  return to.pathname === location.pathname && to.search === location.search ? null : anchor
}

/**
 * The browser's Back and Forward, before they are done: the router is the first to hear of them afterwards. Where the
 * browser lets nobody stop them, or cannot tell of them yet, the page goes, and has to save what it has as it does.
 */
function holdTravel(hold: (go: () => void) => boolean): () => void {
  if (!('navigation' in window)) return () => {}
  const onNavigate = (event: NavigateEvent) => {
    const { navigationType, cancelable, destination } = event
    if (navigationType !== 'traverse' || !cancelable || !destination.sameDocument) return
    const { key } = destination
    if (hold(() => void navigation.traverseTo(key).finished?.catch(() => {}))) event.preventDefault()
  }
  navigation.addEventListener('navigate', onNavigate)
  return () => navigation.removeEventListener('navigate', onNavigate)
}
