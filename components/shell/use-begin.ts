import { useRef, useState } from 'react'
import { readAnswer, type Trouble } from '@/components/forms/action-answer'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { createApplicationAction } from '@/lib/server/applications/actions'

/** Starts an application and goes to its first step. A second press, however quick, starts no second one. */
export function useBegin() {
  const begun = useRef(false)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)

  async function start(kind: ApplicationKind) {
    if (begun.current) return
    begun.current = true
    setBusy(true)
    setTrouble(null)
    const called = await readAnswer(createApplicationAction({ kind }))
    // Where it worked the page is on its way to the first step.
    if (called.ok) return
    begun.current = false
    setBusy(false)
    setTrouble(called.trouble)
  }
  return { start, busy, trouble }
}
