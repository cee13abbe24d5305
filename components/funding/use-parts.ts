import { useState } from 'react'

type Part<T> = { items: readonly T[]; next: number | null }

/** What is asked for part by part, from the first time somebody opens it. `ask` gives the next part, or words against it. */
export function useParts<T>(ask: (after: number) => Promise<Part<T> | { problem: string }>) {
  const [items, setItems] = useState<readonly T[] | null>(null)
  const [next, setNext] = useState<number | null>(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function load() {
    if (busy || next === null) return
    setBusy(true)
    const part = await ask(next)
    setBusy(false)
    setProblem('problem' in part ? part.problem : null)
    if ('problem' in part) return
    setItems((shown) => [...(shown ?? []), ...part.items])
    setNext(part.next)
  }

  return {
    items,
    hasMore: next !== null,
    busy,
    problem,
    load: () => void load(),
    /** For `<details>`. */
    onToggle: ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => {
      if (currentTarget.open && items === null) void load()
    },
  }
}
