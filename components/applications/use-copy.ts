import { unstable_rethrow } from 'next/navigation'
import { startTransition, useActionState, useRef } from 'react'
import { newUuid } from '@/components/shell/new-uuid'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { copyApplicationAction } from '@/lib/server/applications/start-actions'

/**
 * Makes a new draft from an application and goes to its first step. A second press, however quick, and a press
 * after an answer that was lost make no second one: each asks for the same new id until it is known to be made.
 */
export function useCopy(applicationId: string): {
  copy: (kind: ApplicationKind) => void
  busy: boolean
  problem: string | null
} {
  const newIds = useRef<Partial<Record<ApplicationKind, string>>>({})
  const begun = useRef(false)
  const [problem, start, busy] = useActionState(
    async (_before: string | null, kind: ApplicationKind): Promise<string | null> => {
      newIds.current[kind] ??= newUuid()
      try {
        const result = await copyApplicationAction({ applicationId, kind, newId: newIds.current[kind] })
        begun.current = false
        return result.serverError?.message ?? null
      } catch (error) {
        begun.current = false
        if (isMade(error)) newIds.current = {}
        // When it worked the answer is a redirect, which comes as an error and is the framework's to follow.
        unstable_rethrow(error)
        return 'The desk did not answer. Try again: if the draft is there already, it opens, and no second one is made.'
      }
    },
    null,
  )
  return {
    busy,
    problem,
    copy(kind) {
      if (begun.current) return
      begun.current = true
      startTransition(() => start(kind))
    },
  }
}

function isMade(error: unknown): boolean {
  try {
    unstable_rethrow(error)
    return false
  } catch {
    return true
  }
}
