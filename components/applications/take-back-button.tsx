'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { takeBackAction } from '@/lib/server/underwriting/actions'

/** Takes an application back from underwriting, after saying what that means. */
export function TakeBackButton({
  applicationId,
  status,
}: {
  applicationId: string
  status: ApplicationStatus
}) {
  const router = useRouter()
  const [asks, setAsks] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function takeBack() {
    if (busy) return
    setBusy(true)
    const answer = await takeBackAction({ applicationId }).catch(() => null)
    setBusy(false)
    if (answer?.data?.ok) {
      setAsks(false)
      router.refresh()
      return
    }
    const refused = answer?.data?.ok === false ? answer.data.message : answer?.serverError?.message
    setProblem(refused ?? 'The desk did not answer. Reload to see the status.')
  }

  return (
    <>
      <Button size="small" onClick={() => setAsks(true)}>
        Recall…
      </Button>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title="Recall from underwriting?"
        description={
          status === 'approved'
            ? 'It becomes a draft again. The first change voids the approval.'
            : 'It becomes a draft again, and leaves the underwriters’ queue. Send it again to have it decided.'
        }
        footer={
          <>
            <Button onClick={() => setAsks(false)}>Cancel</Button>
            <Button variant="primary" busy={busy} onClick={() => void takeBack()}>
              Recall
            </Button>
          </>
        }
      >
        {problem && (
          <p role="alert" className="text-sm text-bad-ink">
            {problem}
          </p>
        )}
      </Dialog>
    </>
  )
}
