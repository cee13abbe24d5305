'use client'

import { Plus, Trash2 } from 'lucide-react'
import { MerchantPicker } from '@/components/merchants/merchant-picker'
import { Button } from '@/components/ui/button'
import { readAmount } from '@/lib/domain/funding/amount'
import type { SplitProblem, SplitResult, SplitShare } from '@/lib/domain/funding/split'
import { groupedCents } from '@/lib/domain/values/money'

export type TypedShare = { key: number; merchantId: string; kind: 'percent' | 'fixed'; value: string }

export const newShare = (key: number, merchantId = ''): TypedShare => ({
  key,
  merchantId,
  kind: 'percent',
  value: '',
})

/** The last share has no value: it gets the remainder. */
export const readShares = (shares: readonly TypedShare[]): SplitShare[] =>
  shares.map(({ merchantId, kind, value }, index) => {
    if (index === shares.length - 1) return { merchantId }
    if (kind === 'percent') return { merchantId, percent: value }
    const fixed = readAmount(value, 'minor')
    // An invalid amount gives no share, which the check then reports.
    return fixed.ok ? { merchantId, fixedMinor: fixed.minor } : { merchantId }
  })

/** Merchants and their shares: percentages, fixed amounts, and the remainder for the last. */
export function ShareEditor({
  id,
  shares,
  result,
  showsProblems,
  showsAmounts = true,
  atMost,
  self,
  onChange,
}: {
  /** Prefix of the IDs of messages at a share. */
  id: string
  shares: readonly TypedShare[]
  /** The result of the split, shown beside the shares. */
  result: SplitResult
  showsProblems: boolean
  /** False if `result` is not a real sale's and only checks the shares. */
  showsAmounts?: boolean
  atMost?: number
  /** The merchant whose own split this is; the directory may not know it yet. */
  self?: string
  onChange: (shares: TypedShare[]) => void
}) {
  const problems = showsProblems && !result.ok ? result.problems : []
  const change = (key: number, part: Partial<TypedShare>) =>
    onChange(shares.map((share) => (share.key === key ? { ...share, ...part } : share)))

  return (
    <>
      {shares.map((share, index) => (
        <ShareRow
          key={share.key}
          id={`${id}-${index}`}
          share={share}
          n={index + 1}
          isLast={index === shares.length - 1}
          self={self}
          amountMinor={result.ok && showsAmounts ? (result.amounts[index]?.amountMinor ?? 0n) : null}
          problems={problems.filter((problem) => problem.index === index)}
          onChange={(part) => change(share.key, part)}
          onRemove={
            shares.length > 1 ? () => onChange(shares.filter(({ key }) => key !== share.key)) : undefined
          }
        />
      ))}
      {(atMost === undefined || shares.length < atMost) && (
        <div>
          <Button
            size="small"
            onClick={() => onChange([...shares, newShare(Math.max(-1, ...shares.map(({ key }) => key)) + 1)])}
          >
            <Plus aria-hidden="true" />
            Add payee
          </Button>
        </div>
      )}
    </>
  )
}

function ShareRow({
  id,
  share,
  n,
  isLast,
  self,
  amountMinor,
  problems,
  onChange,
  onRemove,
}: {
  id: string
  share: TypedShare
  n: number
  isLast: boolean
  self: string | undefined
  amountMinor: bigint | null
  problems: readonly SplitProblem[]
  onChange: (part: Partial<TypedShare>) => void
  onRemove: (() => void) | undefined
}) {
  return (
    <div className="flex flex-col gap-1">
      <div className="grid grid-cols-[6.5rem_5rem_minmax(0,1fr)_auto] items-end gap-2 sm:flex">
        <div className="col-span-3 min-w-0 flex-[1_1_10rem]">
          <span aria-hidden="true" className="mb-0.5 block text-xs text-muted">
            {isLast && n > 1 ? 'Merchant that gets the remainder' : `Merchant ${n}`}
          </span>
          <MerchantPicker
            aria-label={`Merchant ${n}`}
            placeholder="Name or merchant ID"
            value={share.merchantId}
            self={self}
            aria-invalid={problems.length > 0 || undefined}
            aria-describedby={problems.length > 0 ? id : undefined}
            onChange={(merchantId) => onChange({ merchantId })}
          />
        </div>
        {isLast ? (
          <span className="col-span-2 py-1.5 text-sm text-muted sm:w-54">
            {n === 1 ? 'gets all of it' : 'gets the remainder'}
          </span>
        ) : (
          <>
            <select
              aria-label={`Share of merchant ${n} is`}
              value={share.kind}
              onChange={({ target }) => onChange({ kind: target.value === 'fixed' ? 'fixed' : 'percent' })}
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
              onChange={({ target }) => onChange({ value: target.value.trim() })}
              className="control text-end sm:w-24"
            />
          </>
        )}
        <span className="py-1.5 text-end text-sm tabular-nums sm:w-24">
          {amountMinor !== null && groupedCents(amountMinor)}
        </span>
        <Button
          size="small"
          variant="ghost"
          aria-label={`Remove merchant ${n}`}
          className="max-sm:col-start-4 max-sm:row-start-1"
          disabled={!onRemove}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      {problems.length > 0 && (
        <p id={id} className="text-sm text-bad-ink">
          {problems.map(({ message }) => message).join(' ')}
        </p>
      )}
    </div>
  )
}

/** The problem of the shares as a whole, in words. */
export const wholeProblem = (result: SplitResult): string =>
  result.ok
    ? ''
    : result.problems
        .filter(({ index }) => index === null)
        .map(({ message }) => message)
        .join(' ')
