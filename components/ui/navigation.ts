import { useEffect, useState, useSyncExternalStore } from 'react'

/** Where the open page is about to go: what links and filters begin, and what the page shows meanwhile. */
let target: string | null = null
const listeners = new Set<() => void>()

function turn(to: string | null): void {
  target = to
  for (const tell of listeners) tell()
}

/** The answer ends it; another navigation that began meanwhile goes on. */
export function beginNavigation(href: string): () => void {
  turn(href)
  return () => {
    if (target === href) turn(null)
  }
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}

/** Where a press on a link, or a filter, is taking the page; null while nothing is on its way. */
export const navigationTarget = (): string | null => target

/** The address that is on its way, from its root; null while nothing is. */
export const useNavigation = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => target,
    () => null,
  )

/** Whether this has been so for `ms`: what is quick flashes nothing. */
export function useLasting(isSo: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLasts(true), ms)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [isSo, ms])
  return isSo && lasts
}
