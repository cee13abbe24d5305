import { asc, eq } from 'drizzle-orm'
import { auditLog } from '@/lib/db/schema/desk'
import { underwritingDecisions } from '@/lib/db/schema/underwriting'
import type { Draft } from '@/lib/domain/application/sections'
import type { DocumentCategory } from '@/lib/domain/documents/document-kinds'
import type { UnderwritingRules } from '@/lib/domain/settings/underwriting-rules'
import { checklistOf, hasReadProofs, proofsOf } from '@/lib/domain/underwriting/checklist'
import type { Verdict } from '@/lib/domain/underwriting/reasons'
import { getCase } from '@/lib/server/cases/case'
import { answerContent } from '@/lib/server/documents/content'
import { listReaders } from '@/lib/server/documents/data'
import { registerDocument } from '@/lib/server/documents/mutations'
import { getOpenDraft, requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { storeSetting } from '@/lib/server/settings'
import { answerRequest, askApplicant, getOpenRequest, reviewAnswer } from '@/lib/server/underwriting/ask'
import { storeConfirmation, takeUpCase } from '@/lib/server/underwriting/case-work'
import { claimCase } from '@/lib/server/underwriting/claim'
import { decide, listConfirmations } from '@/lib/server/underwriting/decide'
import { handOver } from '@/lib/server/underwriting/hand-over'
import { lookAt } from '@/lib/server/underwriting/look-at'
import { submittableDraft } from './applications-at-partner'
import { putUpload } from './put-upload'
import { seedApplicationDraft } from './test-desk'

/** For tests that follow an application through our own underwriting. */

/** Complete, and for our own underwriters to decide on. */
export function ourDraft(options: Partial<Draft['options']> = {}): Draft {
  const draft = submittableDraft()
  return { ...draft, options: { ...draft.options, partnerUnderwrites: 'no', ...options } }
}

/** A clock that only the test moves. */
export function testClock(start = '2026-06-01T09:00:00.000Z') {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    /** Back, where it is negative. */
    advanceMs(ms: number) {
      at += ms
    },
  }
}

export const HOUR = 3_600_000

/** An admin's underwriting settings; settings that are not named are a new desk's. */
export const setUnderwritingRules = ({ db }: Pick<Ctx, 'db'>, rules: Partial<UnderwritingRules>) =>
  storeSetting(db, 'underwriting', rules)

async function openDraftOf(ctx: Ctx, applicationId: string) {
  return getOpenDraft(ctx.db, ctx.sealer, await requireApplication(ctx.db, applicationId))
}

/** The versions that a page opened now would name. */
export const versionsNow = async (ctx: Ctx, applicationId: string) =>
  (await openDraftOf(ctx, applicationId)).versions

/** Hands over the current content, as a person who has just reviewed it. */
export const handOverNow = async (ctx: Ctx, applicationId: string, note = '') =>
  handOver(ctx, { applicationId, versions: await versionsNow(ctx, applicationId), note })

/** Hands back the current content, as a person who has just reviewed it. */
export const answerNow = async (ctx: Ctx, applicationId: string, note = 'It is answered.') =>
  answerRequest(ctx, { applicationId, versions: await versionsNow(ctx, applicationId), note })

/** A stored application that underwriters have. */
export async function seedCase(staff: Ctx, draft = ourDraft()): Promise<string> {
  const applicationId = await seedApplicationDraft(staff, draft)
  const handed = await handOverNow(staff, applicationId)
  if (!handed.ok) throw new Error(`It was not handed over: ${JSON.stringify(handed)}`)
  return applicationId
}

/** The same, claimed by this underwriter. */
export async function seedClaimed(staff: Ctx, underwriter: Ctx, draft = ourDraft()): Promise<string> {
  const applicationId = await seedCase(staff, draft)
  await claimCase(underwriter, { applicationId })
  return applicationId
}

/** Asks for something at each of these places. */
export const ask = (underwriter: Ctx, applicationId: string, ...places: string[]) =>
  askApplicant(underwriter, {
    applicationId,
    items: places.map((place) => ({ place, note: `Please look at ${place}.` })),
  })

/** Accepts whatever staff answered. */
export async function acceptAnswers(underwriter: Ctx, applicationId: string): Promise<void> {
  const request = await getOpenRequest(underwriter.db, applicationId)
  if (!request) return
  const accepted = request.items.map(({ id }) => id)
  await reviewAnswer(underwriter, { applicationId, requestId: request.id, accepted, again: [] })
}

export async function requireRequest(ctx: Ctx, applicationId: string) {
  const request = await getOpenRequest(ctx.db, applicationId)
  if (!request) throw new Error('Nothing is asked.')
  return request
}

export async function requireCase(ctx: Ctx, applicationId: string) {
  const held = await getCase(ctx.db, applicationId)
  if (!held) throw new Error('It was never handed over.')
  return held
}

/** Confirms each entry as `confirmEntry` does, but in one transaction: most tests of underwriting begin with it. */
export const confirmEverything = (underwriter: Ctx, applicationId: string): Promise<void> =>
  underwriter.db.transaction(async (tx) => {
    const work = await takeUpCase(underwriter, tx, applicationId, 'confirm its checklist')
    if (!work.ok) return
    const readers = await listReaders(tx, work.documents)
    const hasOpened = (id: string) => readers.get(id)?.has(underwriter.actor.id) === true
    for (const entry of checklistOf(work.draft)) {
      const isRead = hasReadProofs(proofsOf(entry, work.draft, work.documents), hasOpened)
      await storeConfirmation(underwriter, tx, work, entry.key, isRead ? '' : 'Seen at the counter.')
    }
  })

/** Keys of the items confirmed in that round, by anyone. */
export const confirmedOf = async (ctx: Ctx, applicationId: string, round: number): Promise<string[]> =>
  (await listConfirmations(ctx.db, applicationId, round, new Set())).map(({ key }) => key)

/** What a page of the case that is opened now would be made from. */
export async function seenNow(ctx: Ctx, applicationId: string) {
  const { evidence } = await lookAt(ctx, ctx.db, await requireApplication(ctx.db, applicationId))
  return { versions: evidence.versions, documents: [...evidence.documents] }
}

/** A decision whose text is valid. */
export const wordsFor = (outcome: Verdict) => ({
  outcome,
  reasons: [outcome === 'approve' ? 'within-policy' : 'bad-history'],
  note: outcome === 'approve' ? 'Its documents were seen at the counter.' : '',
})

/** Decides on the current content, with the checklist as it is. */
export const decideNow = async (ctx: Ctx, applicationId: string, outcome: Verdict) =>
  decide(ctx, { applicationId, ...wordsFor(outcome), seen: await seenNow(ctx, applicationId) })

/** Claims it, confirms the whole checklist, accepts every answer, and decides on the current content. */
export async function decideAll(underwriter: Ctx, applicationId: string, outcome: Verdict) {
  await claimCase(underwriter, { applicationId })
  await confirmEverything(underwriter, applicationId)
  await acceptAnswers(underwriter, applicationId)
  return decideNow(underwriter, applicationId, outcome)
}

/** A stored application that an underwriter has approved. */
export async function seedApproved(staff: Ctx, underwriter: Ctx, draft = ourDraft()): Promise<string> {
  const applicationId = await seedCase(staff, draft)
  const decided = await decideAll(underwriter, applicationId, 'approve')
  if (!decided.ok) throw new Error(`It was not approved: ${JSON.stringify(decided)}`)
  return applicationId
}

/** A unique PDF. */
export async function addDocument(
  ctx: Ctx,
  applicationId: string,
  name = 'check.pdf',
  category: DocumentCategory = 'voided-check',
  slot?: string,
): Promise<string> {
  const uploadId = await putUpload(ctx, `%PDF-1.4\n/Page\n% ${crypto.randomUUID()}\n%%EOF\n`)
  const added = await registerDocument(ctx, {
    applicationId,
    uploadId,
    name,
    category,
    ...(slot && { slot }),
  })
  if (!added.ok) throw new Error(added.message)
  return added.documentId
}

/** As the viewer does it. */
export async function openDocument(ctx: Ctx, documentId: string): Promise<void> {
  const { body } = await answerContent(ctx, documentId, { withBody: true })
  await body?.cancel()
}

/** Every decision on it, in the order in which they were made. */
export const decisionsOf = (ctx: Ctx, applicationId: string) =>
  ctx.db
    .select()
    .from(underwritingDecisions)
    .where(eq(underwritingDecisions.applicationId, applicationId))
    .orderBy(asc(underwritingDecisions.decidedAt))

/** Its audit rows, oldest first. */
export const auditOf = (ctx: Ctx, applicationId: string) =>
  ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, applicationId)).orderBy(asc(auditLog.id))
