'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { TroubleLine } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { newUuid } from '@/components/shell/new-uuid'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { routes } from '@/lib/routes'
import { correctAmountsAction } from '@/lib/server/funding/actions'

/** Corrects the amounts of a funded transaction in a batch of its own, which needs approval like any other. */
export function CorrectButton({ batchId, transactionNo }: { batchId: string; transactionNo: number }) {
  const router = useRouter()
  const { run, busy, trouble, clear } = useDeskAction(correctAmountsAction, { leaves: true })
  // One ID for all presses, so that two presses make one batch.
  const [newBatchId] = useState(newUuid)

  /** Why no one could approve the new batch, shown before it is created. */
  const [nobody, setNobody] = useState<string | null>(null)

  async function correct() {
    const called = await run({
      batchId,
      newBatchId,
      transactions: [transactionNo],
      confirmed: nobody !== null,
    })
    if (called?.ok) router.push(routes.fundingBatch(called.data.batchId))
    const refusal = called?.ok === false ? called.refusal : null
    if (refusal?.reason === 'nobody-approves') setNobody(refusal.message)
  }

  function cancel() {
    setNobody(null)
    clear()
  }

  if (nobody !== null)
    return (
      <Callout
        tone="warn"
        live="alert"
        title="Make this correction?"
        actions={
          <>
            <Button size="small" busy={busy} onClick={() => void correct()}>
              Make it anyway
            </Button>
            <Button size="small" variant="ghost" disabled={busy} onClick={cancel}>
              Cancel
            </Button>
          </>
        }
      >
        <p>{nobody}</p>
        <TroubleLine trouble={trouble?.message === nobody ? null : trouble} />
      </Callout>
    )

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="small" busy={busy} onClick={() => void correct()}>
        Correct the amounts of this transaction
      </Button>
      <TroubleLine trouble={trouble} />
    </div>
  )
}
