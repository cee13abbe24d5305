import { type FundingRules, fundingRules } from '@/lib/domain/settings/funding-rules'
import { saveSetting } from '@/lib/server/admin/settings/mutations'
import type { Ctx } from '@/lib/server/services'

/** Saved by a person who intends it, even if it approves pending batches. */
export async function saveFundingRules(ctx: Ctx, change: { base: FundingRules; value: FundingRules }) {
  const answer = await saveSetting(ctx, fundingRules, change)
  if (answer.ok || answer.reason !== 'approves') return answer
  const approves = answer.batches.map(({ number }) => number)
  return saveSetting(ctx, fundingRules, { ...change, approves })
}
