'use client'

import { useId, useState } from 'react'
import { MerchantPicker } from '@/components/merchants/merchant-picker'
import { askDesk } from '@/components/shell/ask-desk'
import { Button } from '@/components/ui/button'
import type { SplitShare } from '@/lib/domain/funding/split'
import { normalSplit, splitWords, storedShares } from '@/lib/domain/merchants/default-split'
import type { StoredShare } from '@/lib/domain/merchants/merchant'
import { proposeSplitAction, readSplitAction } from '@/lib/server/merchants/actions'
import { readLastSplit } from './last-split'

/** Takes a split from a merchant or from last time, and proposes what was typed as a merchant's default. */
export function SavedSplits({
  shares,
  isComplete,
  proposed,
  onUse,
}: {
  shares: readonly SplitShare[]
  /** Nothing is wrong with the shares. */
  isComplete: boolean
  /** The merchant that the sales came for. */
  proposed: string
  onUse: (split: readonly StoredShare[]) => void
}) {
  const id = useId()
  const [merchantId, setMerchantId] = useState(proposed)
  const [last] = useState(readLastSplit)
  const [busy, setBusy] = useState<'use' | 'save' | null>(null)
  const [said, setSaid] = useState<{ text: string; isBad: boolean } | null>(null)

  async function use() {
    setBusy('use')
    const { data, problem } = await askDesk(async () => {
      const answer = await readSplitAction({ merchantId })
      return answer?.data === null ? { ...answer, data: [] } : answer
    })
    setBusy(null)
    if (!data) return setSaid({ text: problem ?? '', isBad: true })
    if (data.length === 0)
      return setSaid({ text: `${merchantId} is not in the merchant directory.`, isBad: true })
    setSaid({ text: `Default split of ${merchantId}: ${splitWords(merchantId, data)}.`, isBad: false })
    onUse(data)
  }

  async function save() {
    setBusy('save')
    const split = normalSplit(merchantId, storedShares(shares))
    const { data, problem } = await askDesk(() => proposeSplitAction({ merchantId, split }))
    setBusy(null)
    if (data?.ok)
      setSaid({
        text: `Proposed as the default split of ${merchantId}. It counts once a second person confirms it.`,
        isBad: false,
      })
    else setSaid({ text: data?.message ?? problem ?? '', isBad: true })
  }

  return (
    <section aria-label="Saved splits" className="flex flex-col gap-2 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-[1_1_11rem]">
          <MerchantPicker
            id={`${id}-merchant`}
            aria-label="Merchant with the saved split"
            placeholder="Name or merchant ID"
            value={merchantId}
            onChange={(typed) => {
              setMerchantId(typed)
              setSaid(null)
            }}
          />
        </div>
        <Button busy={busy === 'use'} disabled={merchantId === ''} onClick={use}>
          Use default split
        </Button>
        <Button busy={busy === 'save'} disabled={merchantId === '' || !isComplete} onClick={save}>
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
