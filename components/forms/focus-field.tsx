'use client'

import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useReady } from '@/components/ui/use-ready'

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
 * After a page was reached from within the desk, gives the focus to what is found there. Not where the page was loaded
 * anew (it is read from its top), and not where somebody else has taken the focus.
 */
export function FocusOnArrival({ find }: { find: () => HTMLElement | null }) {
  const ready = useReady()
  // Whoever came from another page of the desk finds the script running.
  const [cameFromDesk] = useState(ready)
  const focus = useEffectEvent(() => {
    const { activeElement } = document
    const isFree = activeElement === null || activeElement === document.body || activeElement.id === 'main'
    if (isFree && !location.hash) find()?.focus({ preventScroll: true })
  })
  useEffect(() => {
    // Later than the frame, which gives the focus to the content of every new page.
    const timer = cameFromDesk ? setTimeout(focus) : undefined
    return () => clearTimeout(timer)
  }, [cameFromDesk])
  return null
}

/** The same for a step of a form, but by touch: a keyboard would cover the page that nobody has read yet. */
export function FocusFirstField({ within }: { within: RefObject<HTMLElement | null> }) {
  return (
    <FocusOnArrival
      find={() =>
        matchMedia('(pointer: coarse)').matches ? null : within.current && firstToFill(within.current)
      }
    />
  )
}

/** Goes past the frame and the steps of the form. Seen while it has the focus. */
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
 * The first field or question with a problem, else the first that is needed and empty, else the first field; without
 * fields, the button that begins the list.
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

/** No box to tick: one press of Space there would say something in the merchant's name. */
const ENTRIES =
  'input:not([type="hidden"], [type="checkbox"], [type="radio"], :disabled), select:not(:disabled), textarea:not(:disabled)'

/** The question itself, where no key answers it. */
const QUESTIONS = '[role="radiogroup"]'
