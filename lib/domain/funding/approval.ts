import type { FundingRules } from '@/lib/domain/settings/funding-rules'
import { type Millionths, parseDecimal } from '@/lib/domain/values/decimal'
import { BATCH_STATUS_MEANING, type BatchStatus } from './batch'

export type ApprovalTotals = { transactions: number; amountMinor: bigint }

/** Decimals are millionths of a dollar. */
const MILLIONTHS_OF_A_CENT: Millionths = 10_000n

/**
 * How many other people have to say yes: two above a limit of Settings, else one. A limit that cannot be read
 * counts as passed: not knowing is no reason for less care.
 */
export function approvalsNeeded(
  { transactions, amountMinor }: ApprovalTotals,
  { secondAboveAmount, secondAboveTransactions }: FundingRules,
): 1 | 2 {
  const limit = secondAboveAmount === null ? null : parseDecimal(secondAboveAmount)
  const isAboveAmount =
    secondAboveAmount !== null && (limit === null || amountMinor * MILLIONTHS_OF_A_CENT > limit)
  const isAboveCount = secondAboveTransactions !== null && transactions > secondAboveTransactions
  return isAboveAmount || isAboveCount ? 2 : 1
}

/** What approving asks of a batch. */
export type ApprovalFacts = {
  status: BatchStatus
  contentSha256: string | null
  /** Whoever made it or changed a line of it. */
  workedOnBy: readonly string[]
}
export type GivenApproval = { by: string; contentSha256: string }

export type ApproverProblem = { code: 'not-waiting' | 'own-work' | 'approved-already'; message: string }

/** What stands against this person's approval; null where nothing does. Roles are asked elsewhere: an admin's are not more. */
export function checkApprover(
  { status, contentSha256, workedOnBy }: ApprovalFacts,
  approvals: readonly GivenApproval[],
  personId: string,
): ApproverProblem | null {
  if (status !== 'waiting' || contentSha256 === null) {
    return {
      code: 'not-waiting',
      message: `There is nothing to approve: the batch does not wait for it now (${BATCH_STATUS_MEANING[status].label}).`,
    }
  }
  if (workedOnBy.includes(personId)) {
    return {
      code: 'own-work',
      message: 'You made this batch or changed a line of it. Somebody who did not has to approve it.',
    }
  }
  return approvals.some((given) => given.by === personId && given.contentSha256 === contentSha256)
    ? {
        code: 'approved-already',
        message: 'You approved it already. It needs a second person, because Settings ask for two.',
      }
    : null
}

/** How many people have approved the very lines that stand in the batch now. */
export const countingApprovals = (
  { contentSha256 }: Pick<ApprovalFacts, 'contentSha256'>,
  approvals: readonly GivenApproval[],
): number =>
  new Set(approvals.filter((given) => given.contentSha256 === contentSha256).map(({ by }) => by)).size
