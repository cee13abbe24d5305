'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import type { LineProblem } from '@/lib/domain/funding/line-problem'
import { dollarWords } from '@/lib/domain/values/money'
import { allowOverSaleAction } from '@/lib/server/funding/actions'

const NoteDialog = dynamic(() => import('./note-dialog').catch(notLoaded), { loading: () => null })

/** Allows a transaction to exceed its sale, with a reason that every approver sees. */
export function AllowButton({
  batchId,
  version,
  over: { row, amounts },
  name,
  onAllowed,
}: {
  batchId: string
  version: number
  over: LineProblem
  /** The transaction's name in texts. */
  name: string
  onAllowed: () => void
}) {
  const router = useRouter()
  const [open, setOpen] = useState(false)

  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Allow above the sale…
      </Button>
      {open && (
        <NoteDialog
          question={{
            title: `Allow ${dollarWords(amounts?.afterMinor ?? 0)} for ${name}`,
            description: `The sale is ${dollarWords(amounts?.saleMinor ?? 0)}. Every approver sees that you allowed more, and why.`,
            label: 'Reason',
            noteRequired: true,
            button: `Allow ${dollarWords(amounts?.afterMinor ?? 0)}`,
            action: ({ note: reason }) => allowOverSaleAction({ batchId, version, row: row ?? 0, reason }),
          }}
          onAnswered={(done) => {
            if (!done) return
            onAllowed()
            router.refresh()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
