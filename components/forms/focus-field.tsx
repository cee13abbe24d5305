'use client'

import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useReady } from '@/components/ui/use-ready'

const CONTROLS = 'input:not([type="hidden"]), select, textarea, button'

/**
 * Focuses the field at a violation's path, or the nearest enclosing place that exists (`contacts.items.1` →
 * `contacts.items`). False if none of it is on the page.
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

/** After following an error summary's link: focuses the field in the address's hash. */
export function FocusFieldFromHash() {
  useEffect(() => {
    // After all effects: a focused field shows nothing new, so its findings must be there first.
    const timer = setTimeout(() => {
      if (location.hash) focusField(decodeURIComponent(location.hash.slice(1)))
    })
    return () => clearTimeout(timer)
  }, [])
  return null
}

/**
 * Focuses an element after arriving from within the desk. Not after a full page load, which is read from the top,
 * and not if something else has taken the focus.
 */
export function FocusOnArrival({ find }: { find: () => HTMLElement | null }) {
  const ready = useReady()
  // The script is already running for people who come from another page of the desk.
  const [cameFromDesk] = useState(ready)
  const focus = useEffectEvent(() => {
    const { activeElement } = document
    const isFree = activeElement === null || activeElement === document.body || activeElement.id === 'main'
    if (isFree && !location.hash) find()?.focus({ preventScroll: true })
  })
  useEffect(() => {
    // After the frame, which focuses the content of every new page.
    const timer = cameFromDesk ? setTimeout(focus) : undefined
    return () => clearTimeout(timer)
  }, [cameFromDesk])
  return null
}

/** The same for a form step, but not on touch screens: the keyboard would cover a page that no one has read yet. */
export function FocusFirstField({ within }: { within: RefObject<HTMLElement | null> }) {
  return (
    <FocusOnArrival
      find={() =>
        matchMedia('(pointer: coarse)').matches ? null : within.current && firstToFill(within.current)
      }
    />
  )
}

/** Skips the frame and the step list. Visible while it has the focus. */
export function SkipToFields({ within }: { within: RefObject<HTMLElement | null> }) {
  return (
    <button
      type="button"
      className="skip-link absolute start-0 -top-3"
      onClick={() => within.current && firstToFill(within.current)?.focus()}
    >
      Skip to the first field to complete
    </button>
  )
}

/**
 * The first field or question with a problem, else the first required blank one, else the first field; without
 * fields, the button that starts the list.
 */
function firstToFill(part: HTMLElement): HTMLElement | null {
  const wrong = part.querySelector<HTMLElement>('[aria-invalid="true"]:not(:disabled)')
  if (wrong) return wrong
  const empty = [...part.querySelectorAll<HTMLElement>(`${ENTRIES}, ${QUESTIONS}`)].find(
    (one) =>
      one.getAttribute('aria-required') === 'true' &&
      ('value' in one ? String(one.value).trim() === '' : !one.querySelector(':checked, :disabled')),
  )
  return (
    empty ??
    part.querySelector<HTMLElement>(ENTRIES) ??
    part.querySelector<HTMLElement>('button:not(:disabled)')
  )
}

/** No checkboxes: pressing Space there would answer in the merchant's name. */
const ENTRIES =
  'input:not([type="hidden"], [type="checkbox"], [type="radio"], :disabled), select:not(:disabled), textarea:not(:disabled)'

/** The question as a whole, which no key answers by accident. */
const QUESTIONS = '[role="radiogroup"]'
