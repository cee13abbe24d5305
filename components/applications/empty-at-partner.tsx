'use client'

import { TroubleLine } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { setEmptiedAction } from '@/lib/server/applications/actions'

/** A blank is not sent and the partner keeps its value, unless someone chooses to empty it. */
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
  const { run, busy, trouble } = useDeskAction(setEmptiedAction, { unanswered: 'try-again' })
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
            onChange={({ target }) => void run({ applicationId, path, emptied: target.checked })}
          />
          Empty it at the partner
        </label>
      )}
      <TroubleLine trouble={trouble} />
    </span>
  )
}
