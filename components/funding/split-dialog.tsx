'use client'

import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Money } from '@/components/ui/money'
import { type AmountUnit, moneyText, readAmount } from '@/lib/domain/funding/amount'
import { type SplitShare, splitAmount } from '@/lib/domain/funding/split'

type TypedShare = { key: number; merchantId: string; kind: 'percent' | 'fixed'; value: string }

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
  const [shares, setShares] = useState<TypedShare[]>([
    { key: 0, merchantId, kind: 'percent', value: '' },
    { key: 1, merchantId: '', kind: 'percent', value: '' },
  ])
  const [isTried, setIsTried] = useState(false)
  const last = shares.length - 1
  const result = splitAmount(totalMinor, shares.map(readShare))
  const problems = result.ok ? [] : result.problems
  // The wire of this profile counts whole dollars: a split that leaves cents could not be sent.
  const isTooFine =
    result.ok && amountUnit === 'major' && result.amounts.some((each) => each.amountMinor % 100n !== 0n)

  const change = (key: number, part: Partial<TypedShare>) =>
    setShares((before) => before.map((share) => (share.key === key ? { ...share, ...part } : share)))

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
        {shares.map((share, index) => {
          const own = isTried ? problems.filter((problem) => problem.index === index) : []
          const n = index + 1
          return (
            <div key={share.key} className="flex flex-col gap-1">
              <div className="grid grid-cols-[6.5rem_5rem_minmax(0,1fr)_auto] items-center gap-2 sm:flex">
                <input
                  aria-label={`Merchant ${n}`}
                  placeholder="Merchant id"
                  value={share.merchantId}
                  maxLength={60}
                  autoComplete="off"
                  spellCheck={false}
                  aria-invalid={own.length > 0 || undefined}
                  aria-describedby={own.length > 0 ? `${id}-${index}` : undefined}
                  onChange={({ target }) => change(share.key, { merchantId: target.value.trim() })}
                  className="control col-span-3 min-w-0 flex-[1_1_10rem] font-mono text-xs"
                />
                {index === last ? (
                  <span className="col-span-2 text-sm text-muted sm:w-54">takes what is left</span>
                ) : (
                  <>
                    <select
                      aria-label={`Share of merchant ${n} is`}
                      value={share.kind}
                      onChange={({ target }) =>
                        change(share.key, { kind: target.value === 'fixed' ? 'fixed' : 'percent' })
                      }
                      className="control control-select sm:w-28"
                    >
                      <option value="percent">Percent</option>
                      <option value="fixed">Dollars</option>
                    </select>
                    <input
                      aria-label={`Share of merchant ${n}`}
                      inputMode="decimal"
                      value={share.value}
                      maxLength={20}
                      autoComplete="off"
                      onChange={({ target }) => change(share.key, { value: target.value.trim() })}
                      className="control text-end sm:w-24"
                    />
                  </>
                )}
                <span className="text-end text-sm tabular-nums sm:w-24">
                  {result.ok && moneyText(result.amounts[index]?.amountMinor ?? 0n)}
                </span>
                <Button
                  size="small"
                  variant="ghost"
                  aria-label={`Remove merchant ${n}`}
                  className="max-sm:col-start-4 max-sm:row-start-1"
                  disabled={shares.length <= 1}
                  onClick={() => setShares((before) => before.filter(({ key }) => key !== share.key))}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              </div>
              {own.length > 0 && (
                <p id={`${id}-${index}`} className="text-sm text-bad-ink">
                  {own.map(({ message }) => message).join(' ')}
                </p>
              )}
            </div>
          )
        })}
        <div>
          <Button
            size="small"
            onClick={() =>
              setShares((before) => [
                ...before,
                {
                  key: Math.max(-1, ...before.map(({ key }) => key)) + 1,
                  merchantId: '',
                  kind: 'percent',
                  value: '',
                },
              ])
            }
          >
            <Plus aria-hidden="true" />
            Another merchant
          </Button>
        </div>
        {isTried && (
          <p role="alert" className="text-sm text-bad-ink empty:hidden">
            {isTooFine
              ? 'This profile takes whole dollars only, and these shares have cents. Change them so that each is a whole dollar.'
              : problems
                  .filter(({ index }) => index === null)
                  .map(({ message }) => message)
                  .join(' ')}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** The last one is never given: it takes what is left. */
function readShare(
  { merchantId, kind, value }: TypedShare,
  index: number,
  all: readonly TypedShare[],
): SplitShare {
  if (index === all.length - 1) return { merchantId }
  if (kind === 'percent') return { merchantId, percent: value }
  const fixed = readAmount(value, 'decimal', 'minor')
  // What is no amount is no share either, which is then said.
  return fixed.ok ? { merchantId, fixedMinor: fixed.minor } : { merchantId }
}
