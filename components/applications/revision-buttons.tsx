'use client'

import { PencilLine } from 'lucide-react'
import dynamic from 'next/dynamic'
import { unstable_rethrow } from 'next/navigation'
import { type ReactNode, useActionState, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { beginRevisionAction } from '@/lib/server/applications/actions'
import type { ApplicationView } from '@/lib/server/applications/loaders'

const DiscardDialog = dynamic(() => import('./discard-dialog'), { loading: () => null })

/** Opens what the partner has for changes, which go out as an update. */
export function BeginRevisionButton({
  applicationId,
  primary = false,
  children,
}: {
  applicationId: string
  /** Where it is the next thing to do. */
  primary?: boolean
  children: ReactNode
}) {
  const [problem, begin, busy] = useActionState(() => begun(applicationId), null)
  return (
    <form action={begin} className="flex flex-col gap-2">
      <div>
        <Button type="submit" variant={primary ? 'primary' : undefined} busy={busy}>
          <PencilLine aria-hidden="true" />
          {children}
        </Button>
      </div>
      {problem && (
        <Callout tone="bad" title="It was not opened" live="alert">
          {problem}
        </Callout>
      )}
    </form>
  )
}

export function DiscardRevision({
  application: { id, update },
}: {
  application: Pick<ApplicationView, 'id' | 'update'>
}) {
  const changes = update?.differences.length ?? 0
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Discard the changes…</Button>
      {open && <DiscardDialog applicationId={id} changes={changes} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What stands against it, in words; when it was done, the answer is a redirect. */
async function begun(applicationId: string): Promise<string | null> {
  try {
    const answer = await beginRevisionAction({ applicationId })
    const result = answer?.data
    if (result?.ok) return null
    return result?.message ?? answer?.serverError?.message ?? 'The desk could not read the request.'
  } catch (error) {
    // A redirect comes as an error, and is the framework's to follow.
    unstable_rethrow(error)
    return 'The desk did not answer. Look at the state of the application before you try again.'
  }
}
