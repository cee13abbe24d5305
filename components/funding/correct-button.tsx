'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { askDesk } from '@/components/shell/ask-desk'
import { newUuid } from '@/components/shell/new-uuid'
import { Button } from '@/components/ui/button'
import { routes } from '@/lib/routes'
import { correctAmountsAction } from '@/lib/server/funding/actions'

/** Other amounts for a transaction that was funded: a batch of its own, which is approved as any other. */
export function CorrectButton({ batchId, transactionNo }: { batchId: string; transactionNo: number }) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // One id for all presses, so that two of them make one batch.
  const [newBatchId] = useState(newUuid)

  async function correct() {
    setBusy(true)
    const { data, problem: found } = await askDesk(() =>
      correctAmountsAction({ batchId, newBatchId, transactions: [transactionNo] }),
    )
    setBusy(false)
    if (data?.ok) return router.push(routes.fundingBatch(data.batchId))
    setProblem(data ? data.message : found)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="small" busy={busy} onClick={() => void correct()}>
        Correct the amounts of this transaction
      </Button>
      {problem && (
        <p role="alert" className="text-sm text-bad-ink">
          {problem}
        </p>
      )}
    </div>
  )
}
