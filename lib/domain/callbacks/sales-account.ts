import type { BatchStatus } from '../funding/batch'
import type { CallbackListQuery } from './callback-list-query'
import type { FundableSale } from './ineligible'
import { US_DOLLARS } from './readings'
import { saleStage } from './sale-stage'

/** Where the money of a sale is; `left` is what a partly funded sale did not get, and no sale of its own. */
export const ACCOUNT_LINES = [
  'funded',
  'outside',
  'moving',
  'stopped',
  'unknown',
  'draft',
  'held',
  'left',
  'ready',
] as const
export type AccountLineKey = (typeof ACCOUNT_LINES)[number]

export type AccountSum = {
  sales: number
  /** Cents, or the hundredth part of another currency, by currency code. */
  amounts: Readonly<Record<string, number>>
  /** Sales whose amount is not known: counted, and in no amount. */
  unknown: number
}

/**
 * The sales of one profile, each in one line by its count; the amounts of the lines add up to `all`, currency by
 * currency. The sales of `left` are counted in `funded`, whose amount is without what is left.
 */
export type SalesAccount = {
  /** The codes that sales came with, US dollars first. */
  currencies: readonly string[]
  lines: Readonly<Record<AccountLineKey, AccountSum>>
  all: AccountSum
}

/** Sales that are alike but for their amounts, which `amountMinor` and `leftMinor` are the sums of. */
export type SalesGroup = Omit<FundableSale, 'amountMinor'> & {
  batchStatus: BatchStatus | null
  /** Whether each of them has a known amount, and whether it is more than nothing. */
  amount: 'none' | 'zero' | 'some'
  sales: number
  amountMinor: number
  /** How many were funded for less than their amount, and how much is left of them. */
  left: { sales: number; amountMinor: number }
}

/** The account of these sales; what is no approved sale brings no money and is left out. */
export function salesAccount(groups: readonly SalesGroup[]): SalesAccount {
  const lines = Object.fromEntries(ACCOUNT_LINES.map((key) => [key, emptySum()])) as Record<
    AccountLineKey,
    MutableSum
  >
  const all = emptySum()
  for (const group of groups) {
    const key = lineOf(group)
    if (key === null) continue
    const { currencyCode, sales, amountMinor, left } = group
    const unknown = group.amount === 'none' ? sales : 0
    add(all, currencyCode, { sales, amountMinor, unknown })
    add(lines[key], currencyCode, { sales, amountMinor: amountMinor - left.amountMinor, unknown })
    if (left.sales > 0)
      add(lines.left, currencyCode, { sales: left.sales, amountMinor: left.amountMinor, unknown: 0 })
  }
  const codes = Object.keys(all.amounts).filter((code) => code !== US_DOLLARS)
  return { currencies: [US_DOLLARS, ...codes.sort()], lines, all }
}

type MutableSum = { sales: number; amounts: Record<string, number>; unknown: number }
const emptySum = (): MutableSum => ({ sales: 0, amounts: {}, unknown: 0 })

function add(
  sum: MutableSum,
  currencyCode: string,
  { sales, amountMinor, unknown }: { sales: number; amountMinor: number; unknown: number },
): void {
  sum.sales += sales
  sum.unknown += unknown
  sum.amounts[currencyCode] = (sum.amounts[currencyCode] ?? 0) + amountMinor
}

function lineOf({ amount, amountMinor: _, ...group }: SalesGroup): AccountLineKey | null {
  if (group.funding === 'in-draft') return 'draft'
  if (group.funding === 'funded' || group.funding === 'outside') return group.funding
  const sale = { ...group, amountMinor: amount === 'none' ? null : amount === 'zero' ? 0 : 1 }
  return saleStage(sale, group.batchStatus)
}

/** The filters by which the callback log shows the sales of a line, and of all. */
export const ACCOUNT_LISTS: Readonly<Record<AccountLineKey | 'all', Partial<CallbackListQuery>>> = {
  funded: { funding: ['funded'] },
  outside: { funding: ['outside'] },
  moving: { funding: ['in-batch'], stages: ['moving'] },
  stopped: { funding: ['in-batch'], stages: ['stopped'] },
  unknown: { funding: ['in-batch'], stages: ['unknown'] },
  draft: { funding: ['in-draft'] },
  held: { funding: ['unfunded'], stages: ['held'] },
  left: { short: true },
  ready: { funding: ['unfunded'], stages: ['ready'] },
  all: { funding: ['unfunded', 'in-draft', 'in-batch', 'funded', 'outside'] },
}
