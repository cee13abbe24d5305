import { useEffect, useEffectEvent, useRef, useState } from 'react'

type Part<T> = { items: readonly T[]; next: number | null }

/** What is asked for part by part, the first at once. `ask` gives the next part, or words against it. */
export function useParts<T>(ask: (after: number) => Promise<Part<T> | { problem: string }>) {
  const [items, setItems] = useState<readonly T[] | null>(null)
  const [next, setNext] = useState<number | null>(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isAsking = useRef(false)

  async function load() {
    if (isAsking.current || next === null) return
    isAsking.current = true
    setBusy(true)
    const part = await ask(next)
    isAsking.current = false
    setBusy(false)
    setProblem('problem' in part ? part.problem : null)
    if ('problem' in part) return
    setItems((shown) => [...(shown ?? []), ...part.items])
    setNext(part.next)
  }

  const begin = useEffectEvent(() => void load())
  useEffect(() => begin(), [])

  return { items, hasMore: next !== null, busy, problem, load: () => void load() }
}
