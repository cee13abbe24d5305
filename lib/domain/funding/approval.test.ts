import { describe, expect, it, test } from 'vitest'
import type { FundingRules } from '@/lib/domain/settings/funding-rules'
import { type ApprovalFacts, approvalsNeeded, checkApprover, countingApprovals } from './approval'

const rules = (secondAboveAmount: string | null, secondAboveTransactions: number | null): FundingRules => ({
  secondAboveAmount,
  secondAboveTransactions,
})

describe('how many people have to approve', () => {
  test.each<[rule: string, cents: bigint, transactions: number, FundingRules, needed: number]>([
    ['one where there are no limits', 10n ** 18n, 100_000, rules(null, null), 1],
    ['one at the amount', 10_000_000n, 1, rules('100000', null), 1],
    ['two a cent above it', 10_000_001n, 1, rules('100000', null), 2],
    ['one a cent below a limit with cents', 1249n, 1, rules('12.5', null), 1],
    ['two a cent above a limit with cents', 1251n, 1, rules('12.5', null), 2],
    ['two above nothing', 1n, 1, rules('0', null), 2],
    ['one at the number of transactions', 1n, 500, rules(null, 500), 1],
    ['two above it', 1n, 501, rules(null, 500), 2],
    ['two where either limit is passed', 10_000_001n, 1, rules('100000', 500), 2],
    ['two where the limit cannot be read', 1n, 1, rules('much', null), 2],
  ])('%s', (_, amountMinor, transactions, given, needed) =>
    expect(approvalsNeeded({ amountMinor, transactions }, given)).toBe(needed),
  )
})

describe('who can approve', () => {
  const batch: ApprovalFacts = { status: 'waiting', contentSha256: 'now', workedOnBy: ['maker', 'mender'] }
  const approvals = [
    { by: 'first', contentSha256: 'now' },
    { by: 'earlier', contentSha256: 'before' },
  ]
  const code = (person: string, more: Partial<ApprovalFacts> = {}) =>
    checkApprover({ ...batch, ...more }, approvals, person)?.code ?? null

  test.each([
    ['somebody who did not work on it', 'other', null],
    ['not whoever made it', 'maker', 'own-work'],
    ['not whoever changed a line', 'mender', 'own-work'],
    ['nobody twice', 'first', 'approved-already'],
    ['again, whoever approved other lines of it', 'earlier', null],
  ])('%s', (_, person, expected) => expect(code(person)).toBe(expected))

  it.each(['draft', 'approved', 'sending', 'done', 'discarded'] as const)('nobody while it is %s', (status) =>
    expect(code('other', { status })).toBe('not-waiting'),
  )

  it('nobody while it is not frozen', () =>
    expect(code('other', { contentSha256: null })).toBe('not-waiting'))

  it('approvals of other lines, and of the same person twice, do not count', () => {
    expect(countingApprovals(batch, approvals)).toBe(1)
    expect(countingApprovals(batch, [...approvals, { by: 'first', contentSha256: 'now' }])).toBe(1)
    expect(countingApprovals(batch, [...approvals, { by: 'second', contentSha256: 'now' }])).toBe(2)
  })
})
