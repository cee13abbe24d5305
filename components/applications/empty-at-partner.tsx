'use client'

import { useState } from 'react'
import { setEmptiedAction } from '@/lib/server/applications/actions'

/** A blank is not sent, and the partner keeps what it has, unless somebody says that it is to be emptied. */
export function EmptyAtPartner({
  applicationId,
  path,
  label,
  emptied,
  mayWrite,
}: {
  applicationId: string
  path: string
  label: string
  emptied: boolean
  mayWrite: boolean
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function set(next: boolean) {
    if (busy) return
    setBusy(true)
    setProblem(null)
    const answer = await setEmptiedAction({ applicationId, path, emptied: next }).catch(() => null)
    setBusy(false)
    const result = answer?.data
    if (!result?.ok) setProblem(result?.message ?? answer?.serverError?.message ?? 'Not saved. Try again.')
  }

  return (
    <span className="block">
      <span className={emptied ? 'block font-medium text-warn-ink' : 'block text-muted'}>
        {emptied ? 'Will be emptied at the partner' : 'Blank, not sent: the partner keeps its value'}
      </span>
      {mayWrite && (
        <label className="mt-0.5 flex w-fit items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={emptied}
            aria-busy={busy || undefined}
            aria-label={`Empty ${label} at the partner`}
            onChange={({ target }) => void set(target.checked)}
          />
          Empty it at the partner
        </label>
      )}
      <span role="alert" className="block text-bad-ink empty:hidden">
        {problem}
      </span>
    </span>
  )
}
