'use client'

import { PencilLine } from 'lucide-react'
import { unstable_rethrow } from 'next/navigation'
import { type ReactNode, useActionState, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { beginRevisionAction, discardRevisionAction } from '@/lib/server/applications/actions'
import type { ApplicationView } from '@/lib/server/applications/loaders'

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
  const [problem, begin, busy] = useActionState(() => run(beginRevisionAction, applicationId), null)
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

/** Asks once, because what was typed since then is gone afterwards. */
export function DiscardRevision({
  application: { id, update },
}: {
  application: Pick<ApplicationView, 'id' | 'update'>
}) {
  const changes = update?.differences.length ?? 0
  const [open, setOpen] = useState(false)
  const [problem, discard, busy] = useActionState(() => run(discardRevisionAction, id), null)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Discard the changes…</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Discard the changes?"
        description={
          changes === 0
            ? 'Nothing has changed since it was sent. It matches the partner’s version again.'
            : `${changes} ${changes === 1 ? 'change goes' : 'changes go'} back to what was sent. They stay readable in the audit log only.`
        }
        footer={
          <form action={discard} className="flex flex-wrap gap-2">
            <Button onClick={() => setOpen(false)}>Keep them</Button>
            <Button type="submit" variant="danger" busy={busy}>
              Discard
            </Button>
          </form>
        }
      >
        {problem && (
          <Callout tone="bad" title="They were not discarded" live="alert">
            {problem}
          </Callout>
        )}
      </Dialog>
    </>
  )
}

/** What stands against it, in words; when it was done, the answer is a redirect. */
async function run(
  action: typeof beginRevisionAction | typeof discardRevisionAction,
  applicationId: string,
): Promise<string | null> {
  try {
    const answer = await action({ applicationId })
    const result = answer?.data
    if (result?.ok) return null
    return result?.message ?? answer?.serverError?.message ?? 'The desk could not read the request.'
  } catch (error) {
    // A redirect comes as an error, and is the framework's to follow.
    unstable_rethrow(error)
    return 'The desk did not answer. Look at the state of the application before you try again.'
  }
}
