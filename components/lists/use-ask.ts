import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { type RefObject, useEffect, useRef, useTransition } from 'react'
import { beginNavigation, navigationTarget } from '@/components/ui/navigation'

/** Longer than the gap between two keystrokes, and short enough that the person does not wait. */
const PAUSE_MS = 250

type Ask = (form: HTMLFormElement) => Route | null

/**
 * A form whose filters apply at once, and whose texts apply after a pause. The page's address holds all of it.
 * `fields`: the current address as form fields. `ask`: the address for what is typed, or null if it is not valid.
 */
export function useAsk(form: RefObject<HTMLFormElement | null>, fields: string, ask: Ask) {
  const router = useRouter()
  const [busy, start] = useTransition()
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ends = useRef<() => void>(undefined)
  const asked = useRef(new Set<string>())
  useFields(form, fields, asked.current)
  useEffect(() => () => clearTimeout(pause.current), [])
  useEffect(() => {
    if (!busy) ends.current?.()
  }, [busy])

  /** If the person opened a row during the pause, the filter must not pull them back. */
  function goUnlessLeaving(): void {
    const target = navigationTarget()
    if (target === null || asked.current.has(target)) go('replace')
  }

  function go(how: 'push' | 'replace'): void {
    clearTimeout(pause.current)
    const address = form.current && ask(form.current)
    if (address === null || address === `${location.pathname}${location.search}`) return
    ends.current?.()
    asked.current.add(address)
    ends.current = beginNavigation(address)
    start(() => router[how](address))
  }

  return {
    busy,
    /** For Enter: applies at once, and as a step that the back button undoes. */
    submit: () => go('push'),
    /** For `onChange` of the element around the fields. */
    change: ({ target }: { target: EventTarget }) => {
      if (target instanceof HTMLSelectElement || isBox(target)) return go('push')
      if (!(target instanceof HTMLInputElement)) return
      clearTimeout(pause.current)
      // If every word were a step, the back button would need many presses to leave the page.
      pause.current = setTimeout(goUnlessLeaving, PAUSE_MS)
    },
  }
}

const isBox = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.type === 'checkbox'

/**
 * Updates the fields when the address changes by the back button, a link or a removed filter. If this form `asked` for
 * the address, its fields match already, and the person may have typed more. Text typed before this script ran stays
 * too.
 */
function useFields(form: RefObject<HTMLFormElement | null>, query: string, asked: Set<string>): void {
  const shown = useRef(query)
  useEffect(() => {
    if (shown.current === query) return
    shown.current = query
    if (asked.delete(`${location.pathname}${location.search}`)) return
    const params = new URLSearchParams(query)
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLSelectElement) field.value = params.getAll(field.name).join(',')
      else if (!(field instanceof HTMLInputElement) || field.type === 'hidden') continue
      else if (field.type === 'checkbox') field.checked = params.getAll(field.name).includes(field.value)
      else field.value = params.get(field.name) ?? ''
    }
  }, [form, query, asked])
}
