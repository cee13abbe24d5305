import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx, Tx } from '@/lib/db/client'
import {
  underwritingCases,
  underwritingConfirmations,
  underwritingDecisions,
} from '@/lib/db/schema/underwriting'
import { ANY_SECTION_NAMES } from '@/lib/domain/application/section-names'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import type { withdrawDeclineInput } from '@/lib/domain/cases/inputs'
import { documentPlan, openSlots, rejectedFor } from '@/lib/domain/documents/document-plan'
import { planFactsOf } from '@/lib/domain/underwriting/case-values'
import { checklistOf } from '@/lib/domain/underwriting/checklist'
import { started } from '@/lib/domain/underwriting/clock'
import {
  checkDecision,
  type DecisionEffect,
  type DecisionProblem,
  decisionEffect,
  type FirstDecision,
  needsSecond,
  OWN_WORK,
} from '@/lib/domain/underwriting/decision'
import { MAX_CASE_NOTE_LENGTH } from '@/lib/domain/underwriting/reasons'
import { unjudgedItems } from '@/lib/domain/underwriting/request-items'
import { RULE_VERSION } from '@/lib/domain/underwriting/rule-version'
import { recordBy } from '@/lib/server/audit'
import {
  auditCase,
  type CaseRefusal,
  type CaseRow,
  caseSchema,
  closedCase,
  getCase,
  lockCase,
  moveCase,
} from '@/lib/server/cases/case'
import { listContributors } from '@/lib/server/cases/own-work'
import type { ApplicationRow } from '@/lib/server/drafts/data'
import { lockWorker } from '@/lib/server/lock-worker'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { loadUnderwritingRules } from '@/lib/server/settings'
import { forgetText, sentTextId } from '../applications/unsent-texts'
import { closeRequests, getOpenRequest, reopenRequest } from './ask'
import { type CaseEvidence, keepSignalCounts, lookAt } from './look-at'

export const decideSchema = caseSchema.extend({
  outcome: z.enum(['approve', 'decline']),
  reasons: z.array(z.string().max(60)).max(20),
  note: z
    .string()
    .trim()
    .max(2 * MAX_CASE_NOTE_LENGTH),
  textId: sentTextId,
  /** What the page was made from: nothing else is decided on. */
  seen: z.object({
    versions: z.partialRecord(z.enum(ANY_SECTION_NAMES), z.number().int().min(0)),
    documents: z.array(z.object({ id: z.uuid(), name: z.string(), sha256: z.string() })).max(1_000),
  }),
})

export type DecideResult =
  | { ok: true; effect: DecisionEffect; status: ApplicationStatus }
  | { ok: false; problems: DecisionProblem[] }

/**
 * Decides a case, or makes the first or second of two decisions where the volume asks for four eyes. Everything
 * that stands against it is said at once, and nothing is changed then.
 */
export const decide = (ctx: Ctx, input: z.output<typeof decideSchema>): Promise<DecideResult> =>
  ctx.db.transaction(async (tx): Promise<DecideResult> => {
    const { application, held } = await lockCase(tx, input.applicationId)
    const seen = await lookAt(ctx, tx, application)
    const round = held?.round ?? 0
    const { fourEyesAbove } = await loadUnderwritingRules(tx)
    const isSecondNeeded = needsSecond(seen.draft, fourEyesAbove)
    const latest = await getLatestDecision(tx, application.id, round)
    const contributors = await listContributors(tx, application.id)
    const first = isSecondNeeded ? waiting(latest) : null
    const facts = {
      ...input,
      status: application.status,
      deciderId: ctx.actor.id,
      claimedBy: held?.underwriterId ?? null,
      contributorIds: [...contributors],
      checklist: checklistOf(seen.draft),
      confirmed: (await listConfirmations(tx, application.id, round, contributors))
        .filter(({ by }) => by === ctx.actor.id)
        .map(({ key }) => key),
      open: missingOf(seen),
      unjudged: unjudgedItems((await getOpenRequest(tx, application.id))?.items ?? []),
      current: seen.evidence,
      first: first && { deciderId: first.decidedBy, outcome: first.outcome, evidence: evidenceOf(first) },
    }
    const problems = [...checkDecision(facts), ...(input.outcome === 'approve' ? seen.problems : [])]
    const barred = problems.find(({ code }) => code === 'own-work' || code === 'same-person')
    if (barred)
      await recordBy(ctx, tx, {
        action: input.outcome === 'approve' ? 'approval-refused' : 'decline-refused',
        subject: ['case', application.id],
        detail: { outcome: input.outcome, because: barred.message },
      })
    if (!held || problems.length > 0) return { ok: false, problems }

    await forgetText(ctx, tx, application.id, 'decision', input.textId)
    const effect = decisionEffect(facts, isSecondNeeded)
    await tx.insert(underwritingDecisions).values({
      applicationId: application.id,
      round,
      outcome: input.outcome,
      reasons: input.reasons,
      note: sanitizeNote(input.note),
      decidedBy: ctx.actor.id,
      decidedAt: momentAfter(latest, ctx.now()),
      confirms: effect === 'awaits-second' ? null : (first?.id ?? null),
      inEffect: effect === 'takes-effect',
      versions: seen.evidence.versions,
      documents: [...seen.evidence.documents],
      payloadSha256: seen.payloadSha256,
      signals: seen.signals,
      ruleVersion: RULE_VERSION,
    })
    return { ok: true, effect, status: await conclude(ctx, tx, application, held, input, effect, seen) }
  })

export type WithdrawDeclineResult = { ok: true; status: ApplicationStatus } | CaseRefusal

/**
 * Withdraws a mistaken decline while the application is declined. Any underwriter who did not work on it may. The case
 * reopens in the same round with what was confirmed in it, the answers that were to be reviewed, and whoever had it if
 * they still may; the decision stays on record.
 */
export const withdrawDecline = (
  ctx: Ctx,
  { applicationId, decisionId, reason }: z.output<typeof withdrawDeclineInput>,
): Promise<WithdrawDeclineResult> =>
  ctx.db.transaction(async (tx): Promise<WithdrawDeclineResult> => {
    const had = (await getCase(tx, applicationId))?.underwriterId ?? null
    const mayWork = had !== null && (await lockWorker(tx, had, 'underwriting:work'))
    const { application, held } = await lockCase(tx, applicationId)
    const latest = await getLatestDecision(tx, applicationId, held?.round ?? 0)
    if (!held || application.status !== 'declined' || latest?.id !== decisionId)
      return {
        ok: false,
        reason: 'wrong-state',
        message: 'This decline is no longer in effect. Reload to see the application’s status.',
      }
    const contributors = await listContributors(tx, applicationId)
    if (contributors.has(ctx.actor.id))
      return { ok: false, reason: 'own-work', message: `${OWN_WORK} Someone who did not must withdraw it.` }
    const now = ctx.now()
    await tx
      .update(underwritingDecisions)
      .set({ inEffect: false, withdrawnAt: now })
      .where(eq(underwritingDecisions.id, decisionId))
    if (held.closedAt !== null) await reopenRequest(tx, applicationId, held.closedAt)
    const from = held.underwriterId
    const isBack = mayWork && from === had && !contributors.has(had)
    const status = await moveCase(ctx, tx, application, 'withdraw-decline', {
      case: {
        ...started(held, now),
        closedAt: null,
        ...(!isBack && { underwriterId: null, claimedAt: null }),
      },
      detail: { round: held.round, decisionId, reason: sanitizeNote(reason) },
    })
    if (!status) throw new Error('The status was looked at, under the same lock.')
    if (from !== null && !isBack) await auditCase(ctx, tx, 'case-released', applicationId, { from, to: null })
    await keepSignalCounts(tx, applicationId, (await lookAt(ctx, tx, application)).signals)
    return { ok: true, status }
  })

/** What a case still misses, in words: an approval without it needs a note. */
export function missingOf({ draft, documents }: Pick<CaseEvidence, 'draft' | 'documents'>): string[] {
  const plan = documentPlan(planFactsOf(draft))
  return openSlots(plan, documents).map((slot) =>
    rejectedFor(slot, plan, documents).length > 0 ? `${slot.label} was rejected` : `${slot.label} is missing`,
  )
}

/** What a decision does to the application and its case. Without effect the case is free for another person. */
async function conclude(
  ctx: Ctx,
  tx: Tx,
  application: ApplicationRow,
  held: CaseRow,
  { outcome, reasons, note }: z.output<typeof decideSchema>,
  effect: DecisionEffect,
  { payloadSha256 }: CaseEvidence,
): Promise<ApplicationStatus> {
  const detail = { round: held.round, outcome, reasons, note: sanitizeNote(note), effect }
  if (effect !== 'takes-effect') {
    await tx
      .update(underwritingCases)
      .set({ underwriterId: null, claimedAt: null })
      .where(eq(underwritingCases.applicationId, application.id))
    await auditCase(ctx, tx, 'underwriting-first-decision', application.id, detail)
    return application.status
  }
  const now = ctx.now()
  await closeRequests(tx, application.id, now)
  const status = await moveCase(ctx, tx, application, outcome, {
    case: closedCase(held, now),
    application: { approvedSha256: outcome === 'approve' ? payloadSha256 : null },
    detail,
  })
  if (!status) throw new Error('The status was looked at, under the same lock.')
  return status
}

export type DecisionRow = typeof underwritingDecisions.$inferSelect

export const evidenceOf = ({ versions, documents }: DecisionRow): FirstDecision['evidence'] => ({
  versions,
  documents,
})

/** The first of two decisions that waits for the other; a second one, agreeing or not, ends the waiting. */
export const getFirstDecision = async (
  db: DbOrTx,
  applicationId: string,
  round: number,
): Promise<DecisionRow | null> => waiting(await getLatestDecision(db, applicationId, round))

const waiting = (latest: DecisionRow | null): DecisionRow | null =>
  latest && !latest.inEffect && latest.confirms === null && latest.withdrawnAt === null ? latest : null

/** Which decision came last is told by its time, also where the clock was set back in between. */
const momentAfter = (latest: DecisionRow | null, now: Date): Date =>
  latest && latest.decidedAt >= now ? new Date(latest.decidedAt.getTime() + 1) : now

async function getLatestDecision(
  db: DbOrTx,
  applicationId: string,
  round: number,
): Promise<DecisionRow | null> {
  const [latest] = await db
    .select()
    .from(underwritingDecisions)
    .where(
      and(eq(underwritingDecisions.applicationId, applicationId), eq(underwritingDecisions.round, round)),
    )
    .orderBy(desc(underwritingDecisions.decidedAt))
    .limit(1)
  return latest ?? null
}

export type Confirmation = { key: string; by: string; at: Date; reason: string }

/**
 * The confirmations of a round. Those of people who worked on the application themselves do not count, also where
 * they did so afterwards: a checklist is part of a decision, and no one decides on their own work.
 */
export async function listConfirmations(
  db: DbOrTx,
  applicationId: string,
  round: number,
  contributors: ReadonlySet<string>,
): Promise<Confirmation[]> {
  const rows = await db
    .select({
      key: underwritingConfirmations.key,
      by: underwritingConfirmations.by,
      at: underwritingConfirmations.at,
      reason: underwritingConfirmations.reason,
    })
    .from(underwritingConfirmations)
    .where(
      and(
        eq(underwritingConfirmations.applicationId, applicationId),
        eq(underwritingConfirmations.round, round),
      ),
    )
  return rows.filter(({ by }) => !contributors.has(by))
}
