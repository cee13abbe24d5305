'use client'

import { PencilLine } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { routes } from '@/lib/routes'
import { beginRevisionAction, discardRevisionAction } from '@/lib/server/applications/actions'

/** Opens what the partner has for changes, which go out as an update. */
export function BeginRevisionButton({
  applicationId,
  children,
}: {
  applicationId: string
  children: ReactNode
}) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function begin() {
    setBusy(true)
    const problemFound = await run(beginRevisionAction, applicationId)
    if (problemFound === null) return router.push(routes.applicationStep(applicationId, 'merchant'))
    setBusy(false)
    setProblem(problemFound)
  }

  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button busy={busy} onClick={begin}>
          <PencilLine aria-hidden="true" />
          {children}
        </Button>
      </div>
      {problem && (
        <Callout tone="bad" title="It was not opened" live="alert">
          {problem}
        </Callout>
      )}
    </div>
  )
}

/** Asks once, because what was typed since then is gone afterwards. */
export function DiscardRevisionButton({
  applicationId,
  changes,
}: {
  applicationId: string
  changes: number
}) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function discard() {
    setBusy(true)
    const problemFound = await run(discardRevisionAction, applicationId)
    if (problemFound === null) return router.push(routes.application(applicationId))
    setBusy(false)
    setProblem(problemFound)
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>Discard the changes…</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Discard the changes?"
        description={
          changes === 0
            ? 'Nothing has changed since it was sent. It stands again as the partner has it.'
            : `${changes} ${changes === 1 ? 'change goes' : 'changes go'} back to what was sent. They stay readable in the audit log only.`
        }
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep them</Button>
            <Button variant="danger" busy={busy} onClick={discard}>
              Discard
            </Button>
          </>
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

/** What stands against it, in words; null when it was done. */
async function run(
  action: typeof beginRevisionAction | typeof discardRevisionAction,
  applicationId: string,
): Promise<string | null> {
  const answer = await action({ applicationId }).catch(() => null)
  const result = answer?.data
  if (result?.ok) return null
  return result?.message ?? answer?.serverError?.message ?? 'The desk did not answer. Try again.'
}
