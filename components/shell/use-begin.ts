import { unstable_rethrow } from 'next/navigation'
import { useRef, useState } from 'react'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { createApplicationAction } from '@/lib/server/applications/actions'

const NO_ANSWER =
  'The desk did not answer. Check the list before you try again: the application may be there.'

/** Starts an application and goes to its first step. A second press, however quick, starts no second one. */
export function useBegin() {
  const begun = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const end = (words: string | null) => {
    begun.current = false
    setBusy(false)
    setProblem(words)
  }
  async function start(kind: ApplicationKind) {
    if (begun.current) return
    begun.current = true
    setBusy(true)
    setProblem(null)
    try {
      const { serverError } = await createApplicationAction({ kind })
      end(serverError?.message ?? NO_ANSWER)
    } catch (error) {
      // When it worked the answer is a redirect, which comes as an error and is followed already.
      if (!isOfFramework(error)) end(NO_ANSWER)
    }
  }
  return { start, busy, problem }
}

function isOfFramework(error: unknown): boolean {
  try {
    unstable_rethrow(error)
    return false
  } catch {
    return true
  }
}
