import { useEffect, useState, useSyncExternalStore } from 'react'

/** The address that a link or filter is loading, so that the page can show that it is on its way. */
let target: string | null = null
const listeners = new Set<() => void>()

function turn(to: string | null): void {
  target = to
  for (const tell of listeners) tell()
}

/** Call the result when the answer arrives. It does not end another navigation that began meanwhile. */
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

/** The address that a link or filter is loading; null if none. */
export const navigationTarget = (): string | null => target

/** The address that is loading, starting at the root; null if none. */
export const useNavigation = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => target,
    () => null,
  )

/** Whether `isSo` has been true for `ms`, so that quick changes do not flash. */
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
