import type { BatchStatus } from '../funding/batch'
import type { CallbackListQuery } from './callback-list-query'
import type { FundableSale } from './ineligible'
import { US_DOLLARS } from './readings'
import { saleStage } from './sale-stage'

/** Where a sale's money is. `left` is the unpaid rest of partly funded sales, so it adds no sales of its own. */
export const ACCOUNT_LINES = [
  'funded',
  'outside',
  'moving',
  'stopped',
  'unknown',
  'draft',
  'held',
  'refused',
  'left',
  'ready',
] as const
export type AccountLineKey = (typeof ACCOUNT_LINES)[number]

export type AccountSum = {
  sales: number
  /** In minor units (cents), by currency code. */
  amounts: Readonly<Record<string, number>>
  /** Sales of unknown amount. They are counted, but in no amount. */
  unknown: number
}

/**
 * The sales of one profile. Each sale is counted in one line, and the lines' amounts add up to `all` in each currency.
 * The sales of `left` are counted in `funded`, whose amount excludes the rest.
 */
export type SalesAccount = {
  /** The currency codes of the sales, US dollars first. */
  currencies: readonly string[]
  lines: Readonly<Record<AccountLineKey, AccountSum>>
  all: AccountSum
}

/** Sales that differ only in their amounts, which `amountMinor` and `leftMinor` total. */
export type SalesGroup = Omit<FundableSale, 'amountMinor'> & {
  batchStatus: BatchStatus | null
  isRefused: boolean
  /** Whether each sale of the group has no known amount, zero, or more. */
  amount: 'none' | 'zero' | 'some'
  sales: number
  amountMinor: number
  /** How many were funded for less than their amount, and how much is left. */
  left: { sales: number; amountMinor: number }
}

/** Adds up these sales. Leaves out events that are not approved sales, because they bring no money. */
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

/** The callback log's filters for the sales of each line, and of the total. */
export const ACCOUNT_LISTS: Readonly<Record<AccountLineKey | 'all', Partial<CallbackListQuery>>> = {
  funded: { funding: ['funded'] },
  outside: { funding: ['outside'] },
  moving: { funding: ['in-batch'], stages: ['moving'] },
  stopped: { funding: ['in-batch'], stages: ['stopped'] },
  unknown: { funding: ['in-batch'], stages: ['unknown'] },
  draft: { funding: ['in-draft'] },
  held: { funding: ['unfunded'], stages: ['held'] },
  refused: { funding: ['unfunded'], stages: ['refused'] },
  left: { short: true },
  ready: { funding: ['unfunded'], stages: ['ready'] },
  all: { funding: ['unfunded', 'in-draft', 'in-batch', 'funded', 'outside'] },
}
