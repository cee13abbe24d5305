import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { type RefObject, useEffect, useRef, useTransition } from 'react'
import { beginNavigation, navigationTarget } from '@/components/ui/navigation'

/** Longer than between two keys of a word, and short enough that nobody waits for the answer. */
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

  /** A person who opened a row before the pause was over must not be called back from it. */
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
    /** For Enter: at once, and as a step that the back button undoes. */
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
 * The fields of a form as another address has them: after the back button, a link, a filter that was taken off. Where
 * the form itself `asked` for it, they say it already, and somebody may have gone on typing. What was typed before this
 * script ran stays as well.
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
