'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { guardPage, leaveFor } from './leave-for'
import { onIntent } from './on-intent'

const load = () => import('./leave-dialog')
/** Loaded before anything can be typed, because it is needed when the desk does not answer. */
const LeaveDialog = dynamic(load, { loading: () => null })

/** A save that takes longer than this is shown. */
const QUIET_MS = 250
/** After this long, leaving without the save is offered. */
const PATIENCE_MS = 5_000

/** To another page of the desk; by reloading or closing the tab; or only out of sight, most likely to come back. */
export type Leave = 'next-page' | 'unload' | 'hidden'

type Leaving = { isShown: boolean; problem: string | null; go: () => void }

/**
 * Saves unsaved input before the page is left by a link, the browser's buttons, or code that uses `leaveFor`; if
 * saving fails, asks. For a reload or a closed tab, the browser asks. Returns the dialog to render.
 */
export function useLeaveGuard({
  isDirty,
  flush,
  discard,
  onStay,
}: {
  isDirty: () => boolean
  /** Saves everything, starting at once. Resolves to null, or to what prevents it. */
  flush: (because: Leave) => Promise<string | null>
  /** Drops the input; nothing is unsaved afterwards. */
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
    // Clicking the link again, if it still exists, does everything that it normally does.
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
    // Before any other listener: the router navigates at once.
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

/** The link that this click follows to another page in this window. */
function leavingAnchor(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const anchor = event.target instanceof Element ? event.target.closest('a') : null
  if (!anchor?.href || anchor.hasAttribute('download')) return null
  if (anchor.target !== '' && anchor.target !== '_self') return null
  const to = new URL(anchor.href)
  // Leaving for another site unloads the page, which the browser asks about.
  if (to.origin !== location.origin) return null
  return to.pathname === location.pathname && to.search === location.search ? null : anchor
}

/**
 * Intercepts the browser's Back and Forward, which the router only sees afterwards. If the browser cannot be
 * stopped or does not report them, the page is left and has to save while leaving.
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
