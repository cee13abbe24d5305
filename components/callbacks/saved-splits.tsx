'use client'

import { useId, useState } from 'react'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { MerchantPicker } from '@/components/merchants/merchant-picker'
import { Button } from '@/components/ui/button'
import type { SplitShare } from '@/lib/domain/funding/split'
import { normalSplit, splitWords, storedShares } from '@/lib/domain/merchants/default-split'
import type { StoredShare } from '@/lib/domain/merchants/merchant'
import { proposeSplitAction, readSplitAction } from '@/lib/server/merchants/actions'
import { readLastSplit } from './last-split'

/** Fills in a merchant's split or the last one used, and proposes the typed split as a merchant's default. */
export function SavedSplits({
  shares,
  isComplete,
  proposed,
  onUse,
}: {
  shares: readonly SplitShare[]
  /** The shares are valid. */
  isComplete: boolean
  /** The merchant of the sales. */
  proposed: string
  onUse: (split: readonly StoredShare[]) => void
}) {
  const id = useId()
  const [merchantId, setMerchantId] = useState(proposed)
  const [last] = useState(readLastSplit)
  const reading = useDeskAction(readSplitAction, { unanswered: 'try-again' })
  const proposing = useDeskAction(proposeSplitAction)
  const [said, setSaid] = useState<{ text: string; isBad: boolean } | null>(null)

  async function use() {
    const called = await reading.run({ merchantId })
    if (!called) return
    if (!called.ok) return setSaid({ text: called.trouble.message, isBad: true })
    const split = called.data
    if (split === null)
      return setSaid({ text: `${merchantId} is not in the merchant directory.`, isBad: true })
    setSaid({ text: `Default split of ${merchantId}: ${splitWords(merchantId, split)}.`, isBad: false })
    onUse(split)
  }

  async function save() {
    const called = await proposing.run({ merchantId, split: normalSplit(merchantId, storedShares(shares)) })
    if (!called) return
    setSaid(
      called.ok
        ? {
            text: `Proposed as the default split of ${merchantId}. It takes effect once a second person confirms it.`,
            isBad: false,
          }
        : { text: called.refusal?.message ?? called.trouble.message, isBad: true },
    )
  }

  return (
    <section aria-label="Saved splits" className="flex flex-col gap-2 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-[1_1_11rem]">
          {/* Sets these fields apart from the payees below, which look alike. */}
          <span aria-hidden="true" className="mb-0.5 block text-xs text-muted">
            Default split of
          </span>
          <MerchantPicker
            id={`${id}-merchant`}
            aria-label="Default split of"
            placeholder="Name or merchant ID"
            value={merchantId}
            onChange={(typed) => {
              setMerchantId(typed)
              setSaid(null)
            }}
          />
        </div>
        <Button busy={reading.busy} disabled={merchantId === ''} onClick={use}>
          Use default split
        </Button>
        <Button busy={proposing.busy} disabled={merchantId === '' || !isComplete} onClick={save}>
          Save as default split
        </Button>
      </div>
      {last && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <Button size="small" onClick={() => onUse(last)}>
            Use last split
          </Button>
          <span className="min-w-0 text-muted wrap-anywhere">{splitWords('', last)}</span>
        </div>
      )}
      <p
        role={said?.isBad ? 'alert' : 'status'}
        className={said?.isBad ? 'text-sm text-bad-ink empty:hidden' : 'text-sm text-muted empty:hidden'}
      >
        {said?.text}
      </p>
    </section>
  )
}
