'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { TroubleLine } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button, type ButtonVariant } from '@/components/ui/button'
import { routes } from '@/lib/routes'
import { claimNextAction } from '@/lib/server/underwriting/actions'

/** Claims the case that has waited longest and opens it. */
export function NextCaseButton({ label, variant }: { label: string; variant?: ButtonVariant }) {
  const router = useRouter()
  const { run, busy, trouble } = useDeskAction(claimNextAction)
  const [isLeaving, setLeaving] = useState(false)
  const [words, setWords] = useState('')

  async function take() {
    if (isLeaving) return
    setWords('')
    const called = await run()
    if (!called?.ok) return
    if (called.data.applicationId === null) return setWords('No cases left that you can decide.')
    setLeaving(true)
    router.push(routes.underwritingCase(called.data.applicationId))
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="max-w-prose text-sm text-muted empty:absolute">
        {words}
      </p>
      <TroubleLine trouble={trouble} className="max-w-prose" />
      <Button variant={variant} busy={busy || isLeaving} onClick={() => void take()}>
        {label}
      </Button>
    </div>
  )
}
