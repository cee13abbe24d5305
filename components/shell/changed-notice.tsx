'use client'

import { RefreshCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'

/** Says that others have changed what is shown, and refreshes it when the reader asks. Null shows nothing. */
export function ChangedNotice({ words, className }: { words: string | null; className?: string }) {
  const router = useRouter()
  return (
    <div role="status" className={className}>
      {words !== null && (
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-accent-soft px-4 py-2 text-sm text-accent-ink print:hidden">
          <span>{words}</span>
          <Button size="small" onClick={() => router.refresh()}>
            <RefreshCw aria-hidden="true" />
            Show changes
          </Button>
        </p>
      )}
    </div>
  )
}
