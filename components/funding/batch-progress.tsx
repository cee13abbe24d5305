'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { BatchProgress } from '@/lib/server/funding/views'
import { fetchProgress } from './batch-requests'

const EVERY_MS = 1_000

/** How far it is, asked every second; the page is read anew once nothing is on its way. It can be left meanwhile. */
export function BatchProgressBar({
  batchId,
  transactions,
  shown,
}: {
  batchId: string
  transactions: number
  /** How many transactions are answered according to the page. */
  shown: number
}) {
  const router = useRouter()
  const [progress, setProgress] = useState<BatchProgress | null>(null)

  /** Whether the page's figures lag behind the bar. */
  const isBehind = useEffectEvent((answered: number) => answered !== shown)

  useEffect(() => {
    let ended = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      const { data } = await fetchProgress(batchId)
      if (ended) return
      if (data) setProgress(data)
      if (data && data.status !== 'sending') return router.refresh()
      if (data && isBehind(data.answered)) router.refresh()
      timer = setTimeout(() => void ask(), EVERY_MS)
    }
    void ask()
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [batchId, router])

  const answered = progress?.answered ?? shown
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar label="Sent and answered" value={answered} max={transactions || 1} />
      <p role="status" className="text-sm text-muted">
        {answered.toLocaleString('en-US')} of {transactions.toLocaleString('en-US')} transactions answered.
        You can leave this page; sending continues.
      </p>
    </div>
  )
}
