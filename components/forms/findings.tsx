'use client'

import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { get, useFormState } from 'react-hook-form'
import type { Severity, Violation } from '@/lib/domain/values/violation'
import { afterPress } from './after-press'

/** A message under a field. */
export type Finding = { severity: Severity; message: string } & Pick<Violation, 'about'>

const NONE: readonly Violation[] = []

/** Violations by path. A path keeps its array while nothing changes there, so only changed fields rerender. */
function createFindings(initial: readonly Violation[]) {
  let byPath = Map.groupBy(initial, ({ path }) => path)
  const listeners = new Set<() => void>()
  return {
    at: (path: string) => byPath.get(path) ?? NONE,
    /** One string, so that it is equal while the paths are. */
    pathsUnder: (path: string) => [...byPath.keys()].filter((one) => one.startsWith(`${path}.`)).join(' '),
    replace(violations: readonly Violation[]) {
      const next = Map.groupBy(violations, ({ path }) => path)
      for (const [path, found] of next) {
        const before = byPath.get(path)
        if (before && sameFindings(before, found)) next.set(path, before)
      }
      byPath = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

const sameFindings = (a: readonly Finding[], b: readonly Finding[]) =>
  a.length === b.length && a.every((finding, i) => isSame(finding, b[i]))

const isSame = (a: Finding, b: Finding | undefined) => a.message === b?.message && a.severity === b.severity

const FindingsContext = createContext({ findings: createFindings([]), prefix: '', revealAll: false })

/**
 * Passes violations to the fields inside, by path. `prefix`: what comes before the form's names in a violation's
 * path, such as `contacts`. A field shows its violations once it was left, or at once with `revealAll` (after an
 * attempt to submit).
 */
export function FindingsProvider({
  violations,
  prefix = '',
  revealAll = false,
  children,
}: {
  violations: readonly Violation[]
  prefix?: string
  revealAll?: boolean
  children: ReactNode
}) {
  const [findings] = useState(() => createFindings(violations))
  useEffect(() => findings.replace(violations), [findings, violations])
  const value = useMemo(() => ({ findings, prefix, revealAll }), [findings, prefix, revealAll])
  return <FindingsContext value={value}>{children}</FindingsContext>
}

/** A form field's path in violations. */
export function useFieldPath(name: string): string {
  const { prefix } = useContext(FindingsContext)
  return prefix ? `${prefix}.${name}` : name
}

export function usePathFindings(path: string): readonly Finding[] {
  const { findings } = useContext(FindingsContext)
  const current = () => findings.at(path)
  return useSyncExternalStore(findings.subscribe, current, current)
}

/** Paths below this one that have findings. */
export function usePathsUnder(name: string): string[] {
  const path = useFieldPath(name)
  const { findings } = useContext(FindingsContext)
  const current = () => findings.pathsUnder(path)
  return useSyncExternalStore(findings.subscribe, current, current).split(' ').filter(Boolean)
}

/**
 * The findings to show at a field now: the form's own error and the violations at its path. While the field has the
 * focus, new ones wait, and solved ones disappear.
 */
export function useFieldFindings(name: string) {
  const path = useFieldPath(name)
  const { revealAll } = useContext(FindingsContext)
  const violations = usePathFindings(path)
  const { errors, touchedFields } = useFormState({ name, exact: true })

  const message: unknown = get(errors, `${name}.message`)
  const own: readonly Finding[] =
    typeof message === 'string' && message ? [{ severity: 'error', message }] : []
  const found = revealAll || get(touchedFields, name) ? violations : NONE
  return { path, ...useHeld([...own, ...found.filter((finding) => finding.message !== message)]) }
}

/**
 * The same for a group of fields (`items.0.members`), which are not left one by one. Initial findings are shown at
 * once.
 */
export function useGroupFindings(name: string) {
  const path = useFieldPath(name)
  return { path, ...useHeld(usePathFindings(path)) }
}

function useHeld(current: readonly Finding[]) {
  const [heldSinceFocus, setHeldSinceFocus] = useState<readonly Finding[] | null>(null)
  const shown = heldSinceFocus
    ? heldSinceFocus.filter((held) => current.some((finding) => isSame(finding, held)))
    : current
  return {
    findings: shown,
    onFocus: (event: FocusEvent) => {
      if (isCrossing(event)) setHeldSinceFocus(shown)
    },
    onBlur: (event: FocusEvent) => {
      if (!isCrossing(event)) return
      const field = event.currentTarget
      // Another line would move what is being pressed below it.
      afterPress(() => {
        if (!field.contains(document.activeElement)) setHeldSinceFocus(null)
      })
    },
  }
}

/** Whether the focus enters or leaves the field as a whole, and does not only move inside it. */
export const isCrossing = ({ currentTarget, relatedTarget }: FocusEvent) =>
  !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
