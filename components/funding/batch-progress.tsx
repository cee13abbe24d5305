'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { BatchProgress } from '@/lib/server/funding/views'
import { fetchProgress } from './batch-requests'

const EVERY_MS = 1_000

/** The progress of sending, polled every second. Refreshes the page at the end. It is safe to leave meanwhile. */
export function BatchProgressBar({ batchId, transactions }: { batchId: string; transactions: number }) {
  const router = useRouter()
  const [progress, setProgress] = useState<BatchProgress | null>(null)

  useEffect(() => {
    let ended = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      const { data } = await fetchProgress(batchId)
      if (ended) return
      if (data) setProgress(data)
      if (data && data.status !== 'sending') return router.refresh()
      timer = setTimeout(() => void ask(), EVERY_MS)
    }
    void ask()
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [batchId, router])

  const answered = progress?.answered ?? 0
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
