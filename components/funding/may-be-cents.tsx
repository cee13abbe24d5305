'use client'

import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import type { FundingLine } from '@/lib/domain/funding/line'
import { asCents, MAY_BE_CENTS } from '@/lib/domain/funding/source-amounts'

/** For drafts only: a new batch asks before the draft exists. Loaded on demand, hence a default export. */
export default function MayBeCents({
  lines,
  onCents,
}: {
  lines: readonly FundingLine[]
  onCents: (amounts: ReadonlyMap<number, { amount: string }>) => void
}) {
  const amounts = asCents(lines)
  const [first] = amounts ?? []
  const was = lines.find(({ row }) => row === first?.[0])
  return (
    amounts &&
    first &&
    was && (
      <Callout
        tone="warn"
        live="status"
        title="These amounts may be cents"
        actions={
          <Button size="small" onClick={() => onCents(amounts)}>
            Read all amounts as cents
          </Button>
        }
      >
        {MAY_BE_CENTS} As cents, row {first[0].toLocaleString('en-US')} is ${first[1].amount} instead of $
        {was.amount}. You can undo it in one step.
      </Callout>
    )
  )
}
