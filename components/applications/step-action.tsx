'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

/** The place for a step's own action in the bar, which stays in sight. */
export const STEP_ACTION = 'step-action'

const neverChanges = () => () => {}

/** Renders a step's main action in the bar, while its state stays with the component that it belongs to. */
export function StepAction({ children }: { children: ReactNode }) {
  const bar = useSyncExternalStore(
    neverChanges,
    () => document.getElementById(STEP_ACTION),
    () => null,
  )
  return bar && createPortal(children, bar)
}
