import { type CallbackListQuery, callbackList } from '@/lib/domain/callbacks/callback-list-query'
import type { SalesSplit } from '@/lib/domain/callbacks/split-sale'
import type { SplitShare } from '@/lib/domain/funding/split'
import type { PublicError } from '@/lib/errors'
import { routes } from '@/lib/routes'
import type { FundSalesResult, PreviewSalesResult } from '@/lib/server/callbacks/fund/fund-sales'

/** The desk's answer, or a message saying why there is none. */
type Answer<T> = { data: T; problem: null } | { data: null; problem: string }

/** Sales by number, or all unfunded sales that match these filters. */
export type WantedSales = readonly number[] | CallbackListQuery

/** Null lets the desk choose. Shares are null until the person enters any. */
export type AskedSplit =
  | { by: 'merchant'; forNoMerchant: readonly SplitShare[] | null }
  | { by: 'shares'; shares: readonly SplitShare[] | null }
  | null

export const previewSales = (wanted: WantedSales, split: AskedSplit): Promise<Answer<PreviewSalesResult>> =>
  post({
    preview: true,
    sales: isQuery(wanted) ? callbackList.write({ ...wanted, cursor: null }) : wanted,
    split: sentSplit(split),
  })

const isQuery = (wanted: WantedSales): wanted is CallbackListQuery => !Array.isArray(wanted)

/** Safe to repeat: one `batchId` makes one batch. */
export const fundSales = ({
  split,
  ...input
}: {
  batchId: string
  name: string
  sales: readonly number[]
  dropped: readonly number[]
  amountMinor: number
  terms: string
  split: SalesSplit
}): Promise<Answer<FundSalesResult>> => post({ ...input, preview: false, split: sentSplit(split) })

const sentSplit = (split: AskedSplit) => {
  if (split === null) return null
  return split.by === 'merchant'
    ? { by: split.by, forNoMerchant: split.forNoMerchant?.map(sentShare) ?? null }
    : { by: split.by, shares: split.shares?.map(sentShare) ?? null }
}

const sentShare = ({ fixedMinor, ...share }: SplitShare) =>
  fixedMinor === undefined ? share : { ...share, fixedMinor: Number(fixedMinor) }

/** Never throws. A refusal from the desk is returned as data. */
async function post<T>(body: object): Promise<Answer<T>> {
  try {
    const response = await fetch(routes.api.fundSales, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer: T | PublicError = await response.json()
    return isError(answer) ? { data: null, problem: answer.message } : { data: answer, problem: null }
  } catch {
    return { data: null, problem: 'The desk did not answer. What you typed is still here; try again.' }
  }
}

const isError = (body: unknown): body is PublicError =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body
