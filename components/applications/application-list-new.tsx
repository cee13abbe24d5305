'use client'

import { Plus } from 'lucide-react'
import { unstable_rethrow } from 'next/navigation'
import { useActionState, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { createApplicationAction } from '@/lib/server/applications/actions'

/** Starts a draft and goes to its first step. A second click, however quick, starts no second one. */
export function NewApplicationButton() {
  const begun = useRef(false)
  const [problem, start, busy] = useActionState(async (): Promise<string | null> => {
    if (begun.current) return null
    begun.current = true
    try {
      const result = await createApplicationAction({ kind: 'payfac' })
      begun.current = false
      return result.serverError?.message ?? null
    } catch (error) {
      // When it worked the answer is a redirect, which comes as an error and is the framework's to follow.
      unstable_rethrow(error)
      begun.current = false
      return 'The desk did not answer. Look at the list before you try again: the application may be there.'
    }
  }, null)
  return (
    <form action={start} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {problem && (
        <p role="alert" className="text-sm text-bad-ink">
          {problem}
        </p>
      )}
      <Button type="submit" variant="primary" busy={busy}>
        <Plus aria-hidden="true" />
        New PayFac application
      </Button>
    </form>
  )
}
