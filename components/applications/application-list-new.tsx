'use client'

import { Plus } from 'lucide-react'
import { useActionState, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { createApplicationAction } from '@/lib/server/applications/actions'

/** Starts a draft and goes to its first step. A second click, however quick, starts no second one. */
export function NewApplicationButton() {
  const begun = useRef(false)
  const [problem, start, busy] = useActionState(async (): Promise<string | null> => {
    if (begun.current) return null
    begun.current = true
    // When it worked the answer leads elsewhere, and nothing comes back here.
    const result = await createApplicationAction()
    begun.current = false
    return result?.serverError?.message ?? null
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
