'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { askDesk } from '@/components/shell/ask-desk'
import { Button, type ButtonVariant } from '@/components/ui/button'
import { routes } from '@/lib/routes'
import { claimNextAction } from '@/lib/server/underwriting/actions'

/** Claims the case that has waited longest, and goes there. */
export function NextCaseButton({ label, variant }: { label: string; variant?: ButtonVariant }) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [words, setWords] = useState('')

  async function take() {
    if (busy) return
    setBusy(true)
    setWords('')
    const { data, problem } = await askDesk(claimNextAction)
    if (data?.applicationId) return router.push(routes.underwritingCase(data.applicationId))
    setBusy(false)
    setWords(problem ?? 'No cases left that you can decide.')
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="max-w-prose text-sm text-muted empty:absolute">
        {words}
      </p>
      <Button variant={variant} busy={busy} onClick={() => void take()}>
        {label}
      </Button>
    </div>
  )
}
