'use client'

import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Money } from '@/components/ui/money'
import type { AmountUnit } from '@/lib/domain/funding/amount'
import { type SplitShare, splitAmount } from '@/lib/domain/funding/split'
import { splitWords, storedShares } from '@/lib/domain/merchants/default-split'
import { newShare, readShares, ShareEditor, type TypedShare, wholeProblem } from './share-editor'
import { type DefaultSplit, typedShares } from './stored-split'
import type { Share } from './transaction-lines'

/**
 * Splits a transaction between merchants; the last gets the remainder. Starts with the existing split, else with
 * the default split of the sale's merchant. Loaded when it is first opened.
 */
export default function SplitDialog({
  transaction,
  now,
  amountUnit,
  findDefault,
  onSplit,
  onClose,
}: {
  transaction: string
  /** Each line's merchant and amount. */
  now: readonly Share[]
  amountUnit: AmountUnit
  findDefault: () => Promise<DefaultSplit | null>
  onSplit: (shares: readonly Share[]) => void
  onClose: () => void
}) {
  const id = useId()
  const isSplit = now.length > 1
  const totalMinor = now.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const [shares, setShares] = useState<TypedShare[]>(() =>
    isSplit ? typedShares(storedShares(fixedShares(now))) : [newShare(0, now[0]?.merchantId), newShare(1)],
  )
  // A split that someone made is kept until they choose another.
  const [isTyped, setIsTyped] = useState(isSplit)
  const [isTried, setIsTried] = useState(false)
  const [byDefault, setByDefault] = useState<DefaultSplit | null>(null)

  const offer = useEffectEvent((found: DefaultSplit | null) => {
    setByDefault(found)
    // Input from before the answer is kept.
    if (found && !isTyped) setShares(typedShares(found.split))
  })
  const find = useEffectEvent(findDefault)
  useEffect(() => {
    let isOpen = true
    void find().then((found) => isOpen && offer(found))
    return () => {
      isOpen = false
    }
  }, [])

  const result = splitAmount(totalMinor, readShares(shares))
  // This profile is sent in whole dollars, so a split with cents could not be sent.
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
          <Money amountMinor={totalMinor} /> among merchants, by percent or by a fixed amount. The last
          merchant gets the remainder.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary">
            Split
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-3">
        {byDefault && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <Button size="small" onClick={() => setShares(typedShares(byDefault.split))}>
              Use default split
            </Button>
            <span className="min-w-0 text-muted wrap-anywhere">
              {byDefault.merchantId}: {splitWords('', byDefault.split)}
            </span>
          </div>
        )}
        <ShareEditor
          id={id}
          shares={shares}
          result={result}
          showsProblems={isTried}
          onChange={(typed) => {
            setIsTyped(true)
            setShares(typed)
          }}
        />
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

/** Each merchant's amount as a fixed share, and the remainder for the last. */
const fixedShares = (now: readonly Share[]): SplitShare[] =>
  now.map(({ merchantId, amountMinor }, at) =>
    at === now.length - 1 ? { merchantId } : { merchantId, fixedMinor: amountMinor },
  )
