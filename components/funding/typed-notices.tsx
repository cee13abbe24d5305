'use client'

import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/routes'

/** Typed or pasted input that could not be stored. Loaded when there is any. */
export default function TypedNotices({
  lost,
  refusedPaste,
  onLostNoted,
  onPasteNoted,
}: {
  lost: { row: number; text: string } | null
  refusedPaste: string | null
  onLostNoted: () => void
  onPasteNoted: () => void
}) {
  return (
    <>
      {lost && (
        <div className="border-b border-line p-3">
          <Callout
            tone="bad"
            live="alert"
            title={`Row ${lost.row} was removed`}
            actions={
              <Button size="small" onClick={onLostNoted}>
                Dismiss
              </Button>
            }
          >
            “{lost.text}” was typed into a row that someone else removed, and is not part of the batch.
          </Callout>
        </div>
      )}
      {refusedPaste !== null && (
        <div className="border-b border-line p-3">
          <Callout
            tone="bad"
            live="alert"
            title="Nothing was pasted"
            actions={
              <Button size="small" onClick={onPasteNoted}>
                Dismiss
              </Button>
            }
          >
            The pasted column “{refusedPaste.trim()}” is in cents, and amounts here are in dollars. Paste
            these cells into{' '}
            <Link href={routes.newFundingBatch} className="font-medium underline">
              a new batch
            </Link>
            , which asks what they are.
          </Callout>
        </div>
      )}
    </>
  )
}
