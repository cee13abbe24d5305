import { asc, eq } from 'drizzle-orm'
import { ruleProposals } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { networkText } from '@/lib/domain/callbacks/allow-list'
import type { EndpointText } from '@/lib/domain/callbacks/endpoint'
import type { ReceiverSettings } from '@/lib/domain/callbacks/receiver'
import type { Difference } from '@/lib/domain/settings/proposal'
import { isSettingName, settingOf } from '@/lib/domain/settings/settings'
import type { ProposalRow } from '@/lib/server/consent/proposals'
import { hasSecondAdmin, whyNobodyApproves, whyNotFor } from '@/lib/server/people/access'
import type { Ctx } from '@/lib/server/services'
import type { ProposalView } from './views'

/** Everything that waits, oldest first. */
export async function listProposals(ctx: Ctx): Promise<ProposalView[]> {
  const { db, actor } = ctx
  const rows = await db
    .select({ proposal: ruleProposals, by: users.name })
    .from(ruleProposals)
    .innerJoin(users, eq(users.id, ruleProposals.proposedBy))
    .orderBy(asc(ruleProposals.proposedAt))
  const proposers = rows.map(({ proposal }) => proposal.proposedBy)
  const notFor = await whyNotFor(ctx, db, proposers)
  const nobody = await whyNobodyApproves(ctx, db)
  const isAlone = !(await hasSecondAdmin(db, { actorId: actor.id, now: ctx.now() }))
  return rows.map(({ proposal, by }) => ({
    id: proposal.id,
    by,
    at: proposal.proposedAt.toISOString(),
    isMine: proposal.proposedBy === actor.id,
    mayApply: isAlone && proposal.proposedBy === actor.id,
    barred: proposal.proposedBy === actor.id ? nobody : (notFor.get(proposal.proposedBy) ?? null),
    ...wordsOf(proposal),
  }))
}

function wordsOf({ subjectType, subjectId, before, after }: ProposalRow): {
  title: string
  differences: Difference[]
} {
  if (subjectType === 'callback-receiver') {
    const [one, other] = [before as ReceiverSettings, after as ReceiverSettings]
    return {
      title: `Receiver “${one.label}”`,
      differences: [
        { label: 'Name', before: one.label, after: other.label },
        { label: 'Accepted addresses', before: networksOf(one), after: networksOf(other) },
      ].filter(isDifference),
    }
  }
  if (subjectType === 'callback-endpoint') {
    const [one, other] = [before as EndpointText, after as EndpointText]
    return {
      title: `Endpoint “${one.label}”`,
      differences: [
        { label: 'Name', before: one.label, after: other.label },
        { label: 'Address', before: one.url, after: other.url },
        { label: 'Private addresses', before: allowedOf(one), after: allowedOf(other) },
      ].filter(isDifference),
    }
  }
  if (!isSettingName(subjectId)) return { title: subjectId, differences: [] }
  const setting = settingOf(subjectId)
  return { title: setting.title, differences: setting.differences(setting.read(before), setting.read(after)) }
}

const isDifference = ({ before, after }: Difference): boolean => before !== after
const networksOf = ({ allowed }: ReceiverSettings): string =>
  allowed.length === 0 ? 'Any address' : allowed.map(networkText).join(', ')
const allowedOf = ({ innerAllowed }: EndpointText): string => (innerAllowed ? 'Allowed' : 'Refused')
