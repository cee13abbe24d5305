'use client'

import { type RefObject, useEffect } from 'react'

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

/**
 * After a step of a form was reached from within the desk: its first field, or the button that begins the list. The
 * name of the form is read with it. Not where the page was loaded anew (it is read from its top), where somebody
 * else has taken the focus, and not by touch, where a keyboard would cover the page that nobody has read yet.
 */
export function FocusFirstField({ within }: { within: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    // Later than the frame, which gives the focus to the content of every new page.
    const timer = setTimeout(() => {
      const { activeElement } = document
      const isFree = activeElement === null || activeElement === document.body || activeElement.id === 'main'
      if (!isFree || location.hash || matchMedia('(pointer: coarse)').matches) return
      const first =
        within.current?.querySelector<HTMLElement>(ENTRIES) ??
        within.current?.querySelector<HTMLElement>('button:not(:disabled)')
      first?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [within])
  return null
}

const ENTRIES = 'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)'
