'use client'

import { useEffect } from 'react'

const CONTROLS = 'input:not([type="hidden"]), select, textarea, button'

/**
 * Puts the focus on the field at a violation's path; a path that has no field of its own leads to the
 * nearest thing round it (`contacts.items.1` → `contacts.items`). False when nothing of it is on the page.
 */
export function focusField(path: string): boolean {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const frame = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(at)}"]`)
    if (!frame) continue
    for (const folded of ancestors(frame)) folded.open = true
    const control =
      frame.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      frame.querySelector<HTMLElement>(CONTROLS) ??
      frame
    control.focus({ preventScroll: true })
    frame.scrollIntoView({ block: 'center' })
    return true
  }
  return false
}

function* ancestors(element: HTMLElement) {
  for (let at = element.closest('details'); at; at = at.parentElement?.closest('details') ?? null) yield at
}

/** On a page that was reached through an error summary: focuses the field that the address ends in. */
export function FocusFieldFromHash() {
  useEffect(() => {
    // Later than everybody's effects: a field shows nothing new while it has the focus, so what is wrong with
    // it must be there first.
    const timer = setTimeout(() => {
      if (location.hash) focusField(decodeURIComponent(location.hash.slice(1)))
    })
    return () => clearTimeout(timer)
  }, [])
  return null
}
