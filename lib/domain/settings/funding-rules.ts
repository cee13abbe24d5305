import { cleanValue } from '@/lib/domain/application/fields'
import { optionsSchema } from '@/lib/domain/application/sections'
import type { SettingProblem } from './setting-problem'

/** What becomes of a transaction that the callback log does not know. */
export const UNLOGGED_RULES = ['allowed', 'refused'] as const
export type UnloggedRule = (typeof UNLOGGED_RULES)[number]

/**
 * When a second person has to approve a batch. Amounts are dollars as decimal text; null: however much it is, one
 * is enough. A day is a UTC day.
 */
export type ApprovalRules = {
  /** Of one batch. */
  secondAboveAmount: string | null
  /** Of one batch. */
  secondAboveTransactions: number | null
  /** All that one person submitted on a day. */
  secondAboveMakerDay: string | null
  /** All that one merchant gets from what was submitted on a day. */
  secondAboveMerchantDay: string | null
}

export type FundingRules = ApprovalRules & {
  /** Whether somebody with approval rights may allow an amount above its sale, for one transaction, with a reason. */
  overSale: boolean
  unlogged: UnloggedRule
}

/** A limit in dollars: what it is called here, and whether and how an admin types it. */
const AMOUNT_LIMITS = [
  { rule: 'secondAboveAmount', has: 'hasAmountLimit' },
  { rule: 'secondAboveMakerDay', has: 'hasMakerDayLimit' },
  { rule: 'secondAboveMerchantDay', has: 'hasMerchantDayLimit' },
] as const
type AmountLimit = (typeof AMOUNT_LIMITS)[number]

/** The same as an admin types it. */
export type TypedFundingRules = Record<AmountLimit['has'], boolean> &
  Record<AmountLimit['rule'], string> & {
    hasTransactionLimit: boolean
    secondAboveTransactions: string
    overSale: boolean
    unlogged: UnloggedRule
  }

export const MAX_TRANSACTION_LIMIT = 1_000_000

export const typedFundingRules = (rules: FundingRules): TypedFundingRules => ({
  hasAmountLimit: rules.secondAboveAmount !== null,
  secondAboveAmount: rules.secondAboveAmount ?? '',
  hasTransactionLimit: rules.secondAboveTransactions !== null,
  secondAboveTransactions:
    rules.secondAboveTransactions === null ? '' : String(rules.secondAboveTransactions),
  hasMakerDayLimit: rules.secondAboveMakerDay !== null,
  secondAboveMakerDay: rules.secondAboveMakerDay ?? '',
  hasMerchantDayLimit: rules.secondAboveMerchantDay !== null,
  secondAboveMerchantDay: rules.secondAboveMerchantDay ?? '',
  overSale: rules.overSale,
  unlogged: rules.unlogged,
})

/** Whether both mean the same: what is typed for a limit that is off counts for nothing. */
export const isSameTyped = (one: TypedFundingRules, other: TypedFundingRules): boolean =>
  one.overSale === other.overSale &&
  one.unlogged === other.unlogged &&
  [...AMOUNT_LIMITS, { rule: 'secondAboveTransactions', has: 'hasTransactionLimit' } as const].every(
    ({ rule, has }) => one[has] === other[has] && (!one[has] || one[rule] === other[rule]),
  )

/** The rules to keep, once nothing is wrong with them; a problem's path is the name of what was typed. */
export function readFundingRules(typed: TypedFundingRules): {
  rules: FundingRules | null
  problems: SettingProblem[]
} {
  const problems: SettingProblem[] = []
  const amountOf = ({ rule, has }: AmountLimit): string | null => {
    const amount = typed[has] ? cleanValue(optionsSchema.shape.highMonthlyVolume, typed[rule]) : null
    if (typed[has] && amount === null)
      problems.push({
        path: rule,
        message: 'Enter the amount in dollars, such as 100,000; or turn this limit off.',
      })
    return amount
  }
  const [secondAboveAmount, secondAboveMakerDay, secondAboveMerchantDay] = AMOUNT_LIMITS.map(amountOf)
  const secondAboveTransactions = typed.hasTransactionLimit ? readCount(typed.secondAboveTransactions) : null
  if (typed.hasTransactionLimit && secondAboveTransactions === null)
    problems.push({
      path: 'secondAboveTransactions',
      message: `Enter a whole number of transactions, up to ${MAX_TRANSACTION_LIMIT.toLocaleString('en-US')}; or turn this limit off.`,
    })
  if (problems.length > 0) return { rules: null, problems }
  return {
    rules: {
      secondAboveAmount: secondAboveAmount ?? null,
      secondAboveTransactions,
      secondAboveMakerDay: secondAboveMakerDay ?? null,
      secondAboveMerchantDay: secondAboveMerchantDay ?? null,
      overSale: typed.overSale,
      unlogged: typed.unlogged,
    },
    problems,
  }
}

/** `10,000` as people write it; null for all else. */
function readCount(typed: string): number | null {
  const digits = typed.trim().replace(/(?<=\d),(?=\d{3}(?:,|$))/g, '')
  const count = /^\d{1,7}$/.test(digits) ? Number(digits) : null
  return count === null || count > MAX_TRANSACTION_LIMIT ? null : count
}
