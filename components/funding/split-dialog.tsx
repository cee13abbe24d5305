'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Money } from '@/components/ui/money'
import type { AmountUnit } from '@/lib/domain/funding/amount'
import { splitAmount } from '@/lib/domain/funding/split'
import { newShare, readShares, ShareEditor, type TypedShare, wholeProblem } from './share-editor'

export type Share = { merchantId: string; amountMinor: bigint }

/** Splits one transaction over merchants; the last one takes what is left. Loaded when it is first opened. */
export default function SplitDialog({
  transaction,
  totalMinor,
  merchantId,
  amountUnit,
  onSplit,
  onClose,
}: {
  transaction: string
  totalMinor: bigint
  merchantId: string
  amountUnit: AmountUnit
  onSplit: (shares: readonly Share[]) => void
  onClose: () => void
}) {
  const id = useId()
  const [shares, setShares] = useState<TypedShare[]>([newShare(0, merchantId), newShare(1)])
  const [isTried, setIsTried] = useState(false)
  const result = splitAmount(totalMinor, readShares(shares))
  // The wire of this profile counts whole dollars: a split that leaves cents could not be sent.
  const isTooFine =
    result.ok && amountUnit === 'major' && result.amounts.some((each) => each.amountMinor % 100n !== 0n)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (!result.ok || isTooFine) return
    onSplit(result.amounts)
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={
        <>
          Split <bdi>{transaction}</bdi>
        </>
      }
      description={
        <>
          <Money amountMinor={totalMinor} /> over merchants, by percent or by a fixed amount. The last
          merchant takes what is left.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary">
            Split it
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-3">
        <ShareEditor id={id} shares={shares} result={result} showsProblems={isTried} onChange={setShares} />
        {isTried && (
          <p role="alert" className="text-sm text-bad-ink empty:hidden">
            {isTooFine
              ? 'This profile takes whole dollars only, and these shares have cents. Change them so that each is a whole dollar.'
              : wholeProblem(result)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
