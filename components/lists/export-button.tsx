'use client'

import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'

/**
 * Downloads everything that the filters find. Checks first, because a browser shows no message for a refused download.
 */
export function ExportButton({ address }: { address: string }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function download() {
    setBusy(true)
    const answer = await fetch(address, { method: 'HEAD' }).catch(() => null)
    setBusy(false)
    setProblem(answer?.ok ? null : (PROBLEMS[answer?.status ?? 0] ?? 'Couldn’t export the list. Try again.'))
    if (answer?.ok) location.assign(address)
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button busy={busy} onClick={download} title="All results, not only this page">
        <Download aria-hidden="true" />
        Export CSV
      </Button>
      {problem && (
        <p role="alert" className="text-sm text-bad-ink">
          {problem}
        </p>
      )}
    </div>
  )
}

const PROBLEMS: Readonly<Record<number, string>> = {
  0: 'The desk does not answer. Try again in a while.',
  401: 'Your session has ended. Reload the page to sign in again.',
  403: 'Your roles no longer allow this.',
}
