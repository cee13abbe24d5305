'use client'

import { Option } from '@/components/forms/option'
import {
  newShare,
  readShares,
  ShareEditor,
  type TypedShare,
  wholeProblem,
} from '@/components/funding/share-editor'
import { typedShares } from '@/components/funding/stored-split'
import { Button } from '@/components/ui/button'
import { Money } from '@/components/ui/money'
import { checkShares, type SalesSplit } from '@/lib/domain/callbacks/split-sale'
import { type SplitProblem, type SplitResult, splitAmount } from '@/lib/domain/funding/split'
import { MAX_SHARES } from '@/lib/domain/merchants/default-split'
import { counted } from '@/lib/domain/values/counted'
import type { SalesPreview } from '@/lib/server/callbacks/fund/fund-sales'
import { MerchantsTable, PayeesTable } from './sales-tables'
import { SavedSplits } from './saved-splits'

/**
 * The split as typed. `by`: null until the desk has looked at the sales. `forNoMerchant`: null if those sales stay out.
 */
export type TypedSplit = {
  by: SalesSplit['by'] | null
  shares: TypedShare[]
  forNoMerchant: TypedShare[] | null
}

export const NO_SPLIT: TypedSplit = { by: null, shares: [newShare(0)], forNoMerchant: null }

/** Which typed payees cannot be paid, as far as the last preview knows. */
export const barredShares = (
  shares: readonly TypedShare[],
  { payees }: Pick<SalesPreview, 'payees'>,
): SplitProblem[] =>
  shares.flatMap(({ merchantId }, index) => {
    const message = payees.find((payee) => payee.merchantId === merchantId)?.problem
    return message ? [{ index, message }] : []
  })

/** Who gets the money: by each merchant's own split, or the same shares for all sales. Shows each payee's amount. */
export function FundSplit({
  id,
  preview,
  split,
  isTried,
  onChange,
}: {
  id: string
  preview: SalesPreview
  split: TypedSplit
  isTried: boolean
  onChange: (split: TypedSplit) => void
}) {
  const { hasMerchants, merchants, payees } = preview
  const isSole = merchants.length === 1

  function chooseAlike() {
    // If all sales came in for one merchant, it is the likely payee.
    const untouched = split.shares.length === 1 && split.shares[0]?.merchantId === ''
    const shares = isSole && untouched ? [newShare(0, merchants[0]?.merchantId)] : split.shares
    onChange({ ...split, by: 'shares', shares })
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">Payees</legend>
      {hasMerchants && (
        <div>
          <Option
            type="radio"
            name={`${id}-by`}
            checked={split.by === 'merchant'}
            onChange={() => onChange({ ...split, by: 'merchant' })}
            label="Each sale by its merchant’s split"
          />
          <Option
            type="radio"
            name={`${id}-by`}
            checked={split.by === 'shares'}
            onChange={chooseAlike}
            label="Split all alike"
          />
        </div>
      )}
      {split.by === 'merchant' && (
        <NoMerchant id={id} preview={preview} split={split} isTried={isTried} onChange={onChange} />
      )}
      {split.by === 'shares' && (
        <Alike id={id} preview={preview} split={split} isTried={isTried} onChange={onChange} />
      )}
      {(split.by === 'merchant' || merchants.length > 1) && <MerchantsTable merchants={merchants} />}
      <PayeesTable payees={payees} />
    </fieldset>
  )
}

type PartProps = Parameters<typeof FundSplit>[0]

/** The sales of a whole profile. They have no merchant, so no merchant's default split applies. */
function NoMerchant({ id, preview, split, isTried, onChange }: PartProps) {
  const { noMerchant } = preview
  if (noMerchant.sales === 0) return null
  const { forNoMerchant } = split
  return (
    <section
      aria-label="Sales without a merchant"
      className="flex flex-col gap-3 rounded-md border border-line p-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm">
          {counted(noMerchant.sales, 'sale')} without a merchant,{' '}
          <Money amountMinor={noMerchant.amountMinor} />
        </p>
        <Button
          size="small"
          onClick={() => onChange({ ...split, forNoMerchant: forNoMerchant ? null : [newShare(0)] })}
        >
          {forNoMerchant ? 'Exclude them' : 'Include them'}
        </Button>
      </div>
      {forNoMerchant && (
        <Shares
          id={`${id}-none`}
          shares={forNoMerchant}
          barred={barredShares(forNoMerchant, preview)}
          result={checkShares(readShares(forNoMerchant))}
          isTried={isTried}
          showsAmounts={false}
          onChange={(shares) => onChange({ ...split, forNoMerchant: shares })}
        />
      )}
    </section>
  )
}

function Alike({ id, preview, split, isTried, onChange }: PartProps) {
  const { example, sales, merchants } = preview
  const { shares } = split
  const read = readShares(shares)
  const checked = checkShares(read)
  const own = merchants.filter(({ merchantId }) => merchantId !== '')
  return (
    <>
      <SavedSplits
        shares={read}
        isComplete={checked.ok}
        proposed={own.length === 1 ? (own[0]?.merchantId ?? '') : ''}
        onUse={(used) => onChange({ ...split, shares: typedShares(used) })}
      />
      <Shares
        id={id}
        shares={shares}
        barred={barredShares(shares, preview)}
        result={checked.ok ? splitAmount(BigInt(example.amountMinor), read) : checked}
        isTried={isTried}
        showsAmounts
        onChange={(next) => onChange({ ...split, shares: next })}
      />
      <p className="text-xs text-muted">
        {sales.length === 1 ? 'Preview of ' : 'Each sale is split like this. Preview of the smallest, '}
        <code>
          <bdi className="id">{example.tranId}</bdi>
        </code>{' '}
        of <Money amountMinor={example.amountMinor} />. The last merchant gets the remainder.
      </p>
    </>
  )
}

function Shares({
  id,
  shares,
  barred,
  result,
  isTried,
  showsAmounts,
  onChange,
}: {
  id: string
  shares: TypedShare[]
  barred: SplitProblem[]
  result: SplitResult
  isTried: boolean
  /** Whether to show amounts. The result then splits a real sale, and is not only a check of the shares. */
  showsAmounts: boolean
  onChange: (shares: TypedShare[]) => void
}) {
  const problem = wholeProblem(result)
  return (
    <>
      <ShareEditor
        id={id}
        shares={shares}
        result={isTried && result.ok && barred.length > 0 ? { ok: false, problems: barred } : result}
        showsAmounts={showsAmounts}
        showsProblems={isTried}
        atMost={MAX_SHARES}
        onChange={onChange}
      />
      <p role="alert" className="text-sm text-bad-ink empty:hidden">
        {isTried || (problem !== '' && shares.some(({ value }) => value !== '')) ? problem : ''}
      </p>
    </>
  )
}
