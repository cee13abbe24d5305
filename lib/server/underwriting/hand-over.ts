import { z } from 'zod'
import { underwritingCases } from '@/lib/db/schema/underwriting'
import { ANY_SECTION_NAMES, sectionsOf } from '@/lib/domain/application/section-names'
import { type ApplicationStatus, mayHandOver, nextStatus } from '@/lib/domain/application/status'
import { handedOver } from '@/lib/domain/underwriting/clock'
import { MAX_CASE_NOTE_LENGTH } from '@/lib/domain/underwriting/reasons'
import type { Violation } from '@/lib/domain/values/violation'
import {
  compareTaxId,
  listWaiting,
  submitPausedWords,
  withoutPaused,
} from '@/lib/server/applications/compare-identities'
import {
  type CaseRefusal,
  caseSchema,
  closedCase,
  lastDecidedRound,
  lockCase,
  moveCase,
} from '@/lib/server/cases/case'
import { listHandled, withTaxIdNow } from '@/lib/server/cases/handled'
import { listContributors } from '@/lib/server/cases/own-work'
import { getOpenDraft } from '@/lib/server/drafts/data'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { loadUnderwritingRules } from '@/lib/server/settings'
import { listGoingWith } from '../applications/going-with'
import { forgetText, sentTextId } from '../applications/unsent-texts'
import { keepSignalCounts, lookAt } from './look-at'
import { judgeSendable, lockedAtPartner } from './sendable'
import { listUnderwriters } from './underwriters'

/** The versions on the page that staff reviewed: what underwriters get is what someone looked at. */
export const reviewedVersions = z.partialRecord(z.enum(ANY_SECTION_NAMES), z.number().int().min(0))

export const handOverSchema = caseSchema.extend({
  versions: reviewedVersions,
  /** What staff want underwriters to know. */
  note: z.string().trim().max(MAX_CASE_NOTE_LENGTH),
  textId: sentTextId,
})

export type HandOverResult =
  | { ok: true; status: ApplicationStatus }
  | { ok: false; reason: 'violations'; violations: Violation[] }
  | CaseRefusal

/**
 * Gives a complete application to our underwriters. It begins a new round: whatever was approved before no
 * longer stands, and the checklist begins anew. Whoever had the case has it again, if they still work on cases and
 * did not work on this application meanwhile.
 */
export const handOver = (
  ctx: Ctx,
  { applicationId, versions: reviewed, note, textId }: z.output<typeof handOverSchema>,
): Promise<HandOverResult> =>
  ctx.db.transaction(async (tx): Promise<HandOverResult> => {
    const { application, held } = await lockCase(tx, applicationId)
    if (nextStatus(application.status, 'hand-over') === null) {
      return {
        ok: false,
        reason: 'wrong-state',
        message: 'It cannot be sent to underwriting in its current status. Reload to see it.',
      }
    }
    const locked = lockedAtPartner(application)
    if (locked) {
      return {
        ok: false,
        reason: 'wrong-state',
        message: `${locked} It was not sent to underwriting, because it could not be submitted even if approved. Once the partner moves it to another stage, refresh or enter that stage, then send it.`,
      }
    }
    const { draft, versions } = await getOpenDraft(tx, ctx.sealer, application)
    if (sectionsOf(application.kind).some((section) => versions[section] !== reviewed[section])) {
      return {
        ok: false,
        reason: 'changed',
        message: 'The application changed after you opened this page. Review it, then send it.',
      }
    }
    const until = await compareTaxId(ctx, tx, application, draft)
    if (until !== null) return { ok: false, reason: 'wrong-state', message: submitPausedWords(until) }
    const { precheck } = await loadUnderwritingRules(tx)
    const handled = await listHandled(tx, applicationId)
    if (!mayHandOver({ partnerUnderwrites: application.partnerUnderwrites, precheck, handled })) {
      return {
        ok: false,
        reason: 'wrong-state',
        message:
          'The partner underwrites this application and Settings require no review of ours. Submit it.',
      }
    }
    const { isSendable, violations } = await judgeSendable(ctx, tx, application, draft)
    if (!isSendable) {
      const paused = await listWaiting(tx, applicationId)
      return { ok: false, reason: 'violations', violations: withoutPaused(violations, paused) }
    }

    const now = ctx.now()
    const round = (held?.round ?? 0) + 1
    const contributors = await listContributors(tx, applicationId)
    const isKept = (await listUnderwriters(tx)).some(
      ({ id }) => id === held?.underwriterId && id !== ctx.actor.id && !contributors.has(id),
    )
    const wasDecided = (await lastDecidedRound(tx, applicationId, round)) === held?.round
    const handed = {
      round,
      handedOverBy: ctx.actor.id,
      handedOverAt: now,
      handOverNote: sanitizeNote(note),
      taxIds: await withTaxIdNow(tx, applicationId, held),
      ...handedOver(held, wasDecided, now),
      closedAt: null,
      ...(!isKept && { underwriterId: null, claimedAt: null }),
    }
    await tx
      .insert(underwritingCases)
      .values({ applicationId, ...handed })
      .onConflictDoNothing()
    const status = await moveCase(ctx, tx, application, 'hand-over', {
      case: handed,
      application: { approvedSha256: null },
      detail: {
        round,
        note: handed.handOverNote,
        warnings: await listGoingWith(ctx, tx, application, draft, violations),
      },
    })
    if (!status) throw new Error('The status was looked at, under the same lock.')
    await keepSignalCounts(tx, applicationId, (await lookAt(ctx, tx, application)).signals)
    await forgetText(ctx, tx, applicationId, 'hand-over', textId)
    return { ok: true, status }
  })

export type TakeBackResult = { ok: true; status: ApplicationStatus } | CaseRefusal

/**
 * Staff take an application back from underwriting, to change it or to withdraw it. An approval stands as long
 * as nothing is changed: what is submitted must have its hash.
 */
export const takeBack = (ctx: Ctx, { applicationId }: z.output<typeof caseSchema>): Promise<TakeBackResult> =>
  ctx.db.transaction(async (tx): Promise<TakeBackResult> => {
    const { application, held } = await lockCase(tx, applicationId)
    const status =
      held &&
      (await moveCase(ctx, tx, application, 'take-back', {
        case: closedCase(held, ctx.now()),
        detail: { round: held.round },
      }))
    return status
      ? { ok: true, status }
      : {
          ok: false,
          reason: 'wrong-state',
          message: 'It is no longer with underwriting. Reload to see its status.',
        }
  })
