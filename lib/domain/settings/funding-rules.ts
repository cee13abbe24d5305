import { cleanValue } from '@/lib/domain/application/fields'
import { optionsSchema } from '@/lib/domain/application/sections'
import type { SettingProblem } from './setting-problem'

/**
 * When a second person has to approve a batch: above an amount (dollars, decimal text), or above a number of
 * transactions. Null: however large it is, one is enough.
 */
export type FundingRules = { secondAboveAmount: string | null; secondAboveTransactions: number | null }

/** The same as an admin types it. */
export type TypedFundingRules = {
  hasAmountLimit: boolean
  secondAboveAmount: string
  hasTransactionLimit: boolean
  secondAboveTransactions: string
}

export const MAX_TRANSACTION_LIMIT = 1_000_000

export const typedFundingRules = ({
  secondAboveAmount,
  secondAboveTransactions,
}: FundingRules): TypedFundingRules => ({
  hasAmountLimit: secondAboveAmount !== null,
  secondAboveAmount: secondAboveAmount ?? '',
  hasTransactionLimit: secondAboveTransactions !== null,
  secondAboveTransactions: secondAboveTransactions === null ? '' : String(secondAboveTransactions),
})

/** The rules to keep, once nothing is wrong with them; a problem's path is the name of what was typed. */
export function readFundingRules(typed: TypedFundingRules): {
  rules: FundingRules | null
  problems: SettingProblem[]
} {
  const secondAboveAmount = typed.hasAmountLimit
    ? cleanValue(optionsSchema.shape.highMonthlyVolume, typed.secondAboveAmount)
    : null
  const secondAboveTransactions = typed.hasTransactionLimit ? readCount(typed.secondAboveTransactions) : null
  const problems: SettingProblem[] = [
    ...(typed.hasAmountLimit && secondAboveAmount === null
      ? [
          {
            path: 'secondAboveAmount',
            message:
              'Enter the amount in dollars, such as 100,000; or let one person approve whatever it is.',
          },
        ]
      : []),
    ...(typed.hasTransactionLimit && secondAboveTransactions === null
      ? [
          {
            path: 'secondAboveTransactions',
            message: `Enter a whole number of transactions, up to ${MAX_TRANSACTION_LIMIT.toLocaleString('en-US')}; or let one person approve however many there are.`,
          },
        ]
      : []),
  ]
  return { rules: problems.length > 0 ? null : { secondAboveAmount, secondAboveTransactions }, problems }
}

/** `10,000` as people write it; null for all else. */
function readCount(typed: string): number | null {
  const digits = typed.trim().replace(/(?<=\d),(?=\d{3}(?:,|$))/g, '')
  const count = /^\d{1,7}$/.test(digits) ? Number(digits) : null
  return count === null || count > MAX_TRANSACTION_LIMIT ? null : count
}
