import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type Part<T> = { items: readonly T[]; next: number | null }

/**
 * A list that is loaded in parts, the first one at once. `ask` returns the next part or an error text. `rows`: a
 * ref for the element that has one child per item.
 */
export function useParts<T, Rows extends HTMLElement>(
  ask: (after: number) => Promise<Part<T> | { problem: string }>,
) {
  const [items, setItems] = useState<readonly T[] | null>(null)
  const [next, setNext] = useState<number | null>(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isAsking = useRef(false)
  const rows = useRef<Rows>(null)

  async function load(): Promise<boolean> {
    if (isAsking.current || next === null) return false
    isAsking.current = true
    setBusy(true)
    const part = await ask(next)
    isAsking.current = false
    setBusy(false)
    setProblem('problem' in part ? part.problem : null)
    if ('problem' in part) return false
    flushSync(() => {
      setItems((shown) => [...(shown ?? []), ...part.items])
      setNext(part.next)
    })
    return true
  }

  /** Focuses the first new item: the button may be gone, and otherwise is below the new items. */
  async function loadByPress() {
    const before = items?.length ?? 0
    if (!(await load())) return
    const first = rows.current?.children[before]
    if (!(first instanceof HTMLElement)) return
    first.tabIndex = -1
    first.focus()
  }

  const begin = useEffectEvent(() => void load())
  useEffect(() => begin(), [])

  return { items, rows, hasMore: next !== null, busy, problem, load: () => void loadByPress() }
}
