import { and, desc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { applicationSections } from '@/lib/db/schema/applications'
import { underwritingRequests } from '@/lib/db/schema/underwriting'
import { sectionsOf } from '@/lib/domain/application/section-names'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import type { withdrawAskInput } from '@/lib/domain/cases/inputs'
import { documentPlan, documentSets, filedSince } from '@/lib/domain/documents/document-plan'
import {
  LONGEST_ASKED,
  lacksReason,
  MOST_DOCUMENTS,
  SHORTEST_ASKED,
  takesCount,
} from '@/lib/domain/underwriting/asked-words'
import { planFactsOf } from '@/lib/domain/underwriting/case-values'
import { entriesAbout } from '@/lib/domain/underwriting/checklist'
import { started, stopped } from '@/lib/domain/underwriting/clock'
import { OWN_WORK } from '@/lib/domain/underwriting/decision'
import { MAX_CASE_NOTE_LENGTH } from '@/lib/domain/underwriting/reasons'
import {
  areAccepted,
  askedLabel,
  countLeft,
  handBack,
  isAsked,
  labelOfPlace,
  nextItemState,
  type RequestItem,
  unjudgedItems,
  withoutAsked,
} from '@/lib/domain/underwriting/request-items'
import type { Violation } from '@/lib/domain/values/violation'
import {
  auditCase,
  type CaseRefusal,
  type CaseRow,
  caseSchema,
  lockCase,
  moveCase,
} from '@/lib/server/cases/case'
import { withTaxIdNow } from '@/lib/server/cases/handled'
import { listContributors, recordOwnWork } from '@/lib/server/cases/own-work'
import { differencesSince } from '@/lib/server/cases/view'
import { type ApplicationRow, getOpenDraft, markChanged } from '@/lib/server/drafts/data'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { listGoingWith } from '../applications/going-with'
import { forgetText, sentTextId } from '../applications/unsent-texts'
import { listDocuments } from '../documents/data'
import { reopenChecks } from './case-work'
import { reviewedVersions } from './hand-over'
import { keepSignalCounts, lookAt } from './look-at'
import { judgeSendable, lockedAtPartner } from './sendable'

export type RequestRow = typeof underwritingRequests.$inferSelect

/** The request for information that is not closed yet; one at a time. */
export async function getOpenRequest(db: DbOrTx, applicationId: string): Promise<RequestRow | null> {
  const [row] = await db
    .select()
    .from(underwritingRequests)
    .where(and(eq(underwritingRequests.applicationId, applicationId), isNull(underwritingRequests.closedAt)))
    .orderBy(desc(underwritingRequests.askedAt))
    .limit(1)
  return row ?? null
}

/** Nothing of it is asked any more: something else is, or the case was decided. */
export async function closeRequests(tx: Tx, applicationId: string, now: Date): Promise<void> {
  await tx
    .update(underwritingRequests)
    .set({ closedAt: now })
    .where(and(eq(underwritingRequests.applicationId, applicationId), isNull(underwritingRequests.closedAt)))
}

/** What the decision closed that was made at this moment, and is not in effect any more. */
export async function reopenRequest(tx: Tx, applicationId: string, closedAt: Date): Promise<void> {
  await tx
    .update(underwritingRequests)
    .set({ closedAt: null })
    .where(
      and(eq(underwritingRequests.applicationId, applicationId), eq(underwritingRequests.closedAt, closedAt)),
    )
}

const words = z.string().trim().min(SHORTEST_ASKED).max(LONGEST_ASKED)

export const askSchema = caseSchema.extend({
  /**
   * Places of fields, items, lists or document categories (`request-items.ts`), each with what is wanted; of a kind of
   * document, how many.
   */
  items: z
    .array(
      z.object({
        place: z.string().max(120),
        note: words,
        count: z.int().min(1).max(MOST_DOCUMENTS).optional(),
      }),
    )
    .min(1)
    .max(50),
  textId: sentTextId,
})

export type AskResult = { ok: true; status: ApplicationStatus } | CaseRefusal

const NOT_YOURS: CaseRefusal = {
  ok: false,
  reason: 'wrong-state',
  message: 'Claim the case before you request information. Reload to see its status.',
}

/** Sends a case back to staff with what is wanted, field by field. Its clock stands until they answer. */
export const askApplicant = (
  ctx: Ctx,
  { applicationId, items, textId }: z.output<typeof askSchema>,
): Promise<AskResult> =>
  ctx.db.transaction(async (tx): Promise<AskResult> => {
    const { application, held } = await lockCase(tx, applicationId)
    if (!held || application.status !== 'in-underwriting' || held.underwriterId !== ctx.actor.id) {
      return NOT_YOURS
    }
    // It takes the place of the request before it, whose answers would be judged by no one.
    const unjudged = unjudgedItems((await getOpenRequest(tx, applicationId))?.items ?? []).filter(
      ({ place }) => items.every((item) => item.place !== place),
    )
    if (unjudged.length > 0) {
      return {
        ok: false,
        reason: 'wrong-state',
        message: `Review the answers to your last request first: ${unjudged.map(({ label }) => label).join(', ')}.`,
      }
    }
    const { draft } = await getOpenDraft(tx, ctx.sealer, application)
    const asked: RequestItem[] = []
    for (const { place, note, count = 1 } of items) {
      const label = labelOfPlace(draft, place)
      if (label === null) {
        return {
          ok: false,
          reason: 'changed',
          message: 'An item of the request no longer exists. Reload the page and ask again.',
        }
      }
      asked.push({
        id: crypto.randomUUID(),
        place,
        label,
        note: sanitizeNote(note),
        ...(count > 1 && takesCount(place) && { count }),
        state: 'open',
      })
    }
    await forgetText(ctx, tx, applicationId, 'asks', textId)
    return { ok: true, status: await sendBack(ctx, tx, application, held, asked) }
  })

/** A new request, which takes the place of the one before it. */
async function sendBack(
  ctx: Ctx,
  tx: Tx,
  application: ApplicationRow,
  held: CaseRow,
  items: RequestItem[],
): Promise<ApplicationStatus> {
  const now = ctx.now()
  const { id: applicationId } = application
  await closeRequests(tx, applicationId, now)
  const sections = await tx
    .select({ section: applicationSections.section, data: applicationSections.data })
    .from(applicationSections)
    .where(eq(applicationSections.applicationId, applicationId))
  await tx.insert(underwritingRequests).values({
    applicationId,
    round: held.round,
    askedBy: ctx.actor.id,
    askedAt: now,
    items,
    before: Object.fromEntries(sections.map(({ section, data }) => [section, data])),
  })
  const status = await moveCase(ctx, tx, application, 'ask', {
    case: stopped(held, now),
    detail: {
      items: items.map(({ place, note, ...item }) => ({ place, label: askedLabel(item), note })),
    },
  })
  if (!status) throw new Error('The status was looked at, under the same lock.')
  return status
}

/**
 * Takes back what is asked of staff, before they answered, or one thing of it: by any underwriter who did not work on the
 * application. What they changed or said stays, and is seen as the answer would be. The case comes back once nothing of
 * the request is asked.
 */
export const withdrawAsk = (
  ctx: Ctx,
  { applicationId, requestId, itemId, reason }: z.output<typeof withdrawAskInput>,
): Promise<AskResult> =>
  ctx.db.transaction(async (tx): Promise<AskResult> => {
    const { application, held } = await lockCase(tx, applicationId)
    const request = await getOpenRequest(tx, applicationId)
    if (!held || application.status !== 'info-requested' || request?.id !== requestId) {
      return {
        ok: false,
        reason: 'wrong-state',
        message: 'This request is no longer open. Reload to see the application’s status.',
      }
    }
    if ((await listContributors(tx, applicationId)).has(ctx.actor.id))
      return { ok: false, reason: 'own-work', message: `${OWN_WORK} Someone who did not must withdraw it.` }
    const now = ctx.now()
    const { items, gone, isOver } = withoutAsked(request.items, itemId)
    if (gone.length === 0)
      return { ok: false, reason: 'changed', message: 'This item is no longer asked. Reload the page.' }
    await tx
      .update(underwritingRequests)
      .set({ items, ...(isOver && { closedAt: now }) })
      .where(eq(underwritingRequests.id, requestId))
    if (!isOver) {
      await auditCase(ctx, tx, 'underwriting-item-withdrawn', applicationId, {
        items: gone.map(({ place, note, ...item }) => ({ place, label: askedLabel(item), note })),
        reason: sanitizeNote(reason),
      })
      await markChanged(tx, applicationId, now)
      return { ok: true, status: application.status }
    }
    const status = await moveCase(ctx, tx, application, 'withdraw-ask', {
      case: { ...started(held, now), taxIds: await withTaxIdNow(tx, applicationId, held) },
      detail: { round: held.round, reason: sanitizeNote(reason) },
    })
    if (!status) throw new Error('The status was looked at, under the same lock.')
    await keepSignalCounts(tx, applicationId, (await lookAt(ctx, tx, application)).signals)
    return { ok: true, status }
  })

export const answerAskSchema = caseSchema.extend({
  itemId: z.uuid(),
  /** '' takes an earlier answer back. */
  answer: z.string().trim().max(LONGEST_ASKED),
  textId: sentTextId,
})

/** What staff say to one thing that is asked; underwriters read it once all of it is handed back. */
export const answerAsk = (
  ctx: Ctx,
  { applicationId, itemId, answer, textId }: z.output<typeof answerAskSchema>,
): Promise<{ ok: true } | CaseRefusal> =>
  ctx.db.transaction(async (tx): Promise<{ ok: true } | CaseRefusal> => {
    const { application } = await lockCase(tx, applicationId)
    const request = await getOpenRequest(tx, applicationId)
    const item = request?.items.find((one) => one.id === itemId && isAsked(one))
    if (application.status !== 'info-requested' || !request || !item) {
      return {
        ok: false,
        reason: 'wrong-state',
        message: 'This request is no longer open. Reload to see the application’s status.',
      }
    }
    const said = sanitizeNote(answer)
    await tx
      .update(underwritingRequests)
      .set({ items: request.items.map((one) => (one.id === itemId ? { ...one, answer: said } : one)) })
      .where(eq(underwritingRequests.id, request.id))
    await auditCase(ctx, tx, 'underwriting-ask-answered', applicationId, {
      place: item.place,
      label: item.label,
      answer: said,
    })
    await forgetText(ctx, tx, applicationId, `answer-${itemId}`, textId)
    await recordOwnWork(ctx, tx, applicationId)
    await markChanged(tx, applicationId, ctx.now())
    return { ok: true }
  })

export const answerSchema = caseSchema.extend({
  versions: reviewedVersions,
  note: z.string().trim().max(MAX_CASE_NOTE_LENGTH),
  textId: sentTextId,
})

export type AnswerResult =
  | { ok: true; status: ApplicationStatus }
  | { ok: false; reason: 'violations'; violations: Violation[] }
  | CaseRefusal

/** Staff hand it back with their answer: what they changed is what the underwriter then compares. */
export const answerRequest = (
  ctx: Ctx,
  { applicationId, versions: reviewed, note, textId }: z.output<typeof answerSchema>,
): Promise<AnswerResult> =>
  ctx.db.transaction(async (tx): Promise<AnswerResult> => {
    const { application, held } = await lockCase(tx, applicationId)
    const request = await getOpenRequest(tx, applicationId)
    if (!held || !request || application.status !== 'info-requested') {
      return {
        ok: false,
        reason: 'wrong-state',
        message: 'This application has no open request. Reload to see its status.',
      }
    }
    const locked = lockedAtPartner(application)
    if (locked) {
      return {
        ok: false,
        reason: 'wrong-state',
        message: `${locked} It was not returned, because it could not be sent even if approved. Recall it, or wait until the partner moves it to another stage.`,
      }
    }
    const { draft, versions } = await getOpenDraft(tx, ctx.sealer, application)
    if (sectionsOf(application.kind).some((section) => versions[section] !== reviewed[section])) {
      return {
        ok: false,
        reason: 'changed',
        message: 'The application changed after you opened this page. Review it, then return it.',
      }
    }
    const { isSendable, violations } = await judgeSendable(ctx, tx, application, draft)
    if (!isSendable) return { ok: false, reason: 'violations', violations }

    const plan = documentPlan(planFactsOf(draft))
    const documents = await listDocuments(tx, applicationId)
    const differences = differencesSince(ctx.sealer, application, request.before, draft)
    const items = handBack(draft, request.items, {
      differences,
      documents: filedSince(plan, documents, request.askedAt.toISOString()),
      sets: documentSets(plan, documents),
    })
    if (items.some(({ state }) => state === 'unanswered') && lacksReason(note)) {
      return {
        ok: false,
        reason: 'invalid',
        message: 'Not everything is answered. Say in your answer why not, then return it.',
      }
    }

    await forgetText(ctx, tx, applicationId, 'hand-over', textId)
    const now = ctx.now()
    await tx
      .update(underwritingRequests)
      .set({
        items,
        answeredBy: ctx.actor.id,
        answeredAt: now,
        answerNote: sanitizeNote(note),
      })
      .where(eq(underwritingRequests.id, request.id))
    await reopenChecks(
      ctx,
      tx,
      { applicationId, round: held.round },
      entriesAbout(
        draft,
        differences.map(({ path }) => path),
      ),
    )
    const status = await moveCase(ctx, tx, application, 'answer', {
      case: { ...started(held, now), taxIds: await withTaxIdNow(tx, applicationId, held) },
      detail: {
        round: held.round,
        note: sanitizeNote(note),
        warnings: await listGoingWith(ctx, tx, application, draft, violations),
      },
    })
    if (!status) throw new Error('The status was looked at, under the same lock.')
    await keepSignalCounts(tx, applicationId, (await lookAt(ctx, tx, application)).signals)
    return { ok: true, status }
  })

export const reviewAnswerSchema = caseSchema.extend({
  requestId: z.uuid(),
  /** Items that are accepted. */
  accepted: z.array(z.uuid()).max(50),
  /** Items of which the answer does not do, each with what is wanted now. */
  again: z.array(z.object({ itemId: z.uuid(), note: words })).max(50),
  textId: sentTextId,
})

/** Accepts answers, or asks once more: then the case goes back to staff with those items alone. */
export const reviewAnswer = (
  ctx: Ctx,
  { applicationId, requestId, accepted, again, textId }: z.output<typeof reviewAnswerSchema>,
): Promise<AskResult> =>
  ctx.db.transaction(async (tx): Promise<AskResult> => {
    const { application, held } = await lockCase(tx, applicationId)
    if (!held || application.status !== 'in-underwriting' || held.underwriterId !== ctx.actor.id) {
      return NOT_YOURS
    }
    const request = await getOpenRequest(tx, applicationId)
    if (request?.id !== requestId) {
      return {
        ok: false,
        reason: 'changed',
        message: 'These answers have already been reviewed. Reload the page.',
      }
    }
    await forgetText(ctx, tx, applicationId, `review-${requestId}`, textId)
    const items = request.items.map((item): RequestItem => {
      const isAgain = again.some(({ itemId }) => itemId === item.id)
      const event = isAgain ? 'ask-again' : accepted.includes(item.id) ? 'accept' : null
      return { ...item, state: (event && nextItemState(item.state, event)) ?? item.state }
    })
    await tx
      .update(underwritingRequests)
      .set({ items, ...(areAccepted(items) && { closedAt: ctx.now() }) })
      .where(eq(underwritingRequests.id, requestId))
    const asked = again.flatMap(({ itemId, note }): RequestItem[] => {
      const item = items.find(({ id, state }) => id === itemId && state === 'again')
      if (!item) return []
      const { place, label } = item
      const count = countLeft(item)
      return [
        {
          id: crypto.randomUUID(),
          place,
          label,
          note: sanitizeNote(note),
          ...(count !== undefined && { count }),
          state: 'open',
        },
      ]
    })
    if (asked.length > 0) return { ok: true, status: await sendBack(ctx, tx, application, held, asked) }
    await auditCase(ctx, tx, 'answers-accepted', applicationId, { requestId, accepted })
    return { ok: true, status: application.status }
  })
