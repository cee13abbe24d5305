import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { ruleProposals } from '@/lib/db/schema/desk'
import type { EndpointText } from '@/lib/domain/callbacks/endpoint'
import type { ReceiverSettings } from '@/lib/domain/callbacks/receiver'
import type { answerRuleInput } from '@/lib/domain/settings/proposal'
import { isSettingName, settingOf } from '@/lib/domain/settings/settings'
import {
  ApprovesBatches,
  type ApprovingRefusal,
  consentToSetting,
  takeIntoUse,
} from '@/lib/server/admin/settings/mutations'
import type { AuditSubject } from '@/lib/server/audit'
import { applyEndpoint, masked } from '@/lib/server/callbacks/forwarding/endpoints'
import { applyReceiver } from '@/lib/server/callbacks/receivers/receivers'
import { auditProposal, type ProposalRow, wasTakenUp } from '@/lib/server/consent/proposals'
import {
  type AccessRefusal,
  asAdmin,
  hasSecondAdmin,
  OWN_PROPOSAL,
  refuseApproval,
  refused,
  whyNotMine,
} from '@/lib/server/people/access'
import type { Ctx } from '@/lib/server/services'

const GONE = refused('This change was answered or withdrawn. Reload the page.')
const TAKEN_UP: AccessRefusal = {
  ...refused(
    'The proposal was changed since you opened the page. Check the values as they are now, then answer.',
  ),
  reason: 'changed',
}
const OVERTAKEN = refused('The rule was changed after this was proposed. It has to be proposed again.')

/**
 * A second admin's word on a change of a rule that guards, or the proposer's: they withdraw it, or apply it where there is
 * no second admin any more.
 */
export async function answerProposal(
  ctx: Ctx,
  input: z.output<typeof answerRuleInput>,
): Promise<{ ok: true } | AccessRefusal | ApprovingRefusal> {
  try {
    const answered = await answerInTurn(ctx, input)
    if (answered.ok && input.answer === 'consent') await takeIntoUse(ctx)
    return answered
  } catch (error) {
    if (error instanceof ApprovesBatches) return error.refusal
    throw error
  }
}

const answerInTurn = (
  ctx: Ctx,
  { proposalId, answer, approves }: z.output<typeof answerRuleInput>,
): Promise<{ ok: true } | AccessRefusal> =>
  asAdmin(ctx, async (tx): Promise<{ ok: true } | AccessRefusal> => {
    const [proposal] = await tx.select().from(ruleProposals).where(eq(ruleProposals.id, proposalId))
    if (!proposal) return (await wasTakenUp(tx, proposalId)) ? TAKEN_UP : GONE
    const subject: AuditSubject = [proposal.subjectType, proposal.subjectId]
    const isOwn = proposal.proposedBy === ctx.actor.id
    if (
      answer === 'consent' &&
      isOwn &&
      (await hasSecondAdmin(tx, { actorId: ctx.actor.id, now: ctx.now() }))
    )
      return refuseApproval(ctx, tx, subject, OWN_PROPOSAL)
    const noSecond = answer === 'consent' ? await whyNotMine(ctx, tx, proposal.proposedBy) : null
    if (noSecond) return refuseApproval(ctx, tx, subject, noSecond)
    if (answer === 'decline' && isOwn) return refused('This is your own proposal. Withdraw it instead.')
    if (answer === 'withdraw' && !isOwn) return refused('Someone else proposed this. Decline it instead.')
    await tx.delete(ruleProposals).where(eq(ruleProposals.id, proposalId))
    if (answer === 'consent') return (await apply(ctx, tx, proposal, approves)) ? { ok: true } : OVERTAKEN
    await auditProposal(
      ctx,
      tx,
      answer === 'decline' ? 'rule-change-declined' : 'rule-change-withdrawn',
      subject,
      { ...toldOf(proposal), proposedBy: proposal.proposedBy },
    )
    return { ok: true }
  })

/** What it would have changed, as the audit log may have it. */
const toldOf = ({ subjectType, before, after }: ProposalRow) =>
  subjectType === 'callback-endpoint'
    ? { before: masked(before as EndpointText), after: masked(after as EndpointText) }
    : { before, after }

/** False where the rule is another one by now than it was proposed from. */
async function apply(
  ctx: Ctx,
  tx: Tx,
  proposal: ProposalRow,
  approves: readonly number[] | undefined,
): Promise<boolean> {
  const { subjectType, subjectId, before, after, proposedBy } = proposal
  switch (subjectType) {
    case 'callback-receiver': {
      const change = { base: before as ReceiverSettings, after: after as ReceiverSettings, proposedBy }
      return (await applyReceiver(ctx, tx, subjectId, change)).ok
    }
    case 'callback-endpoint': {
      const change = { base: before as EndpointText, after: after as EndpointText, proposedBy }
      return (await applyEndpoint(ctx, tx, subjectId, change)).ok
    }
    default: {
      if (!isSettingName(subjectId)) return false
      const setting = settingOf(subjectId)
      // A version between the two may know other values.
      const value = setting.stored.safeParse(after)
      if (!value.success) return false
      const change = { base: setting.read(before), value: value.data, approves }
      return (await consentToSetting(ctx, tx, setting, change, proposedBy)).ok
    }
  }
}
