'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

/** Where the bar of a step, which stays in sight, has room for what the step itself does. */
export const STEP_ACTION = 'step-action'

const neverChanges = () => () => {}

/** The main action of a step, in the bar: its words and its state stay with the part of the page that it belongs to. */
export function StepAction({ children }: { children: ReactNode }) {
  const bar = useSyncExternalStore(
    neverChanges,
    () => document.getElementById(STEP_ACTION),
    () => null,
  )
  return bar && createPortal(children, bar)
}
