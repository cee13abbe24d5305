import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { applicationRecords, applications, partnerAttempts } from '@/lib/db/schema/desk'
import { ITEM_RECORD_TYPES } from '@/lib/domain/application/partner-records'
import { type ApplicationEvent, type ApplicationStatus, nextStatus } from '@/lib/domain/application/status'
import type { ListSection } from '@/lib/domain/application/update-plan'
import { type RecordIdKind, readRecordId } from '@/lib/domain/values/record-id'
import { recordAudit } from '@/lib/server/audit'
import { queueSoon, queueWaitingDocuments } from '@/lib/server/documents/delivery'
import { loadRules } from '@/lib/server/settings'
import { storable, storableNote } from '@/lib/server/storable'
import type { Ctx } from '@/lib/server/world'
import { confirmedIds } from './confirmed-ids'
import { type ApplicationRow, getOpenDraft, lockApplication, type OpenDraft } from './data'
import { opportunityProblem } from './opportunity-id'
import { beginAttempt, type PreparedAttempt, requestPlace, sendAttempt } from './submission'
import { getRecordIds, takenWhole } from './taken'

/**
 * The ways out of an unknown outcome (product.md, "Unknown outcome"), each taken by a person, with a note, and
 * each ending that attempt once: the records were found; there are none; the same request goes out again.
 */

const note = z.string().trim().min(3).max(2_000)
const attemptInput = { applicationId: z.uuid(), attemptId: z.uuid() }

export type ResolveResult =
  | { ok: true; status: ApplicationStatus }
  | { ok: false; reason: 'wrong-state' | 'second-person'; message: string }
  | { ok: false; reason: 'invalid'; problems: { field: string; message: string; anyway?: string }[] }

const OVERTAKEN: ResolveResult = {
  ok: false,
  reason: 'wrong-state',
  message: 'Somebody settled this in the meantime. Reload to see how; nothing was changed now.',
}

const typedId = z.string().max(60)

/** Blank item ids are left out: they can be entered later, and until then that item cannot be updated. */
export const recordFoundSchema = z.object({
  ...attemptInput,
  opportunityId: typedId,
  accountId: typedId,
  contacts: z.record(z.string(), typedId),
  accounts: z.record(z.string(), typedId),
  anyway: confirmedIds,
  note,
})

/** The partner has it: under these record ids. Also where it accepted and named no records. */
export async function recordFound(
  ctx: Ctx,
  input: z.output<typeof recordFoundSchema>,
): Promise<ResolveResult> {
  const result = await ctx.db.transaction(async (tx): Promise<ResolveResult> => {
    const open = await lockOpen(tx, input, 'accepted')
    if (!open) return OVERTAKEN
    const { application, to } = open
    const read = readIds(input, await getOpenDraft(tx, ctx.sealer, application), application)
    if (!read.ok) return read
    const elsewhere = await opportunityProblem(tx, application.id, read.opportunityId)
    if (elsewhere)
      return { ok: false, reason: 'invalid', problems: [{ field: 'opportunityId', message: elsewhere }] }
    const now = ctx.now()
    await resolve(ctx, tx, input.attemptId, 'found', input.note)
    await tx
      .update(applications)
      .set({
        status: to,
        updatedAt: now,
        statusBeforeRevision: null,
        opportunityId: read.opportunityId,
        accountId: read.accountId,
      })
      .where(eq(applications.id, application.id))
    if (application.kind === 'payfac') await takenWhole(tx, application, now)
    const records = read.items.map(({ section, itemId, recordId }) => ({
      applicationId: application.id,
      objectType: ITEM_RECORD_TYPES[section],
      itemId,
      recordId,
    }))
    if (records.length > 0) await tx.insert(applicationRecords).values(records).onConflictDoNothing()
    await audit(ctx, tx, 'outcome-found', application, to, {
      attemptId: input.attemptId,
      note: input.note,
      opportunityId: read.opportunityId,
      accountId: read.accountId,
      items: read.items,
    })
    return { ok: true, status: to }
  })
  if (result.ok) await queueSoon(() => queueWaitingDocuments(ctx, input.applicationId))
  return result
}

export const confirmAbsentSchema = z.object({ ...attemptInput, note })

/**
 * The partner has nothing of it: it can be mended and submitted again. Where sending again takes two people, so does
 * this: whoever had it sent could otherwise send it again by saying so.
 */
export const confirmAbsent = (
  ctx: Ctx,
  input: z.output<typeof confirmAbsentSchema>,
): Promise<ResolveResult> =>
  ctx.db.transaction(async (tx): Promise<ResolveResult> => {
    const open = await lockOpen(tx, input, 'not-sent')
    if (!open) return OVERTAKEN
    const { application, attempt, to } = open
    const rules = await loadRules(tx)
    if (rules.resendNeedsSecondPerson && attempt.preparedBy === ctx.actor.id) {
      const message =
        'You had this application sent. Someone else must confirm that the partner does not have it.'
      return { ok: false, reason: 'second-person', message }
    }
    await resolve(ctx, tx, input.attemptId, 'absent', input.note)
    await tx
      .update(applications)
      .set({ status: to, updatedAt: ctx.now() })
      .where(eq(applications.id, application.id))
    await audit(ctx, tx, 'outcome-absent', application, to, { attemptId: input.attemptId, note: input.note })
    return { ok: true, status: to }
  })

export const sendAgainSchema = z.object({ ...attemptInput, reason: note })

/**
 * The identical request, once more. Where Settings want two people, the first one only asks, and another
 * sends. What goes out is the frozen text of that attempt, checked against its hash.
 */
export async function sendAgain(ctx: Ctx, input: z.output<typeof sendAgainSchema>): Promise<ResolveResult> {
  const rules = await loadRules(ctx.db)
  const begun = await ctx.db.transaction(async (tx): Promise<Begun> => {
    const open = await lockOpen(tx, input, 'send-again')
    if (!open) return { result: OVERTAKEN }
    const { application, attempt, to } = open
    if (attempt.request === null) throw new Error('An attempt of an application has no request.')
    if (rules.resendNeedsSecondPerson && attempt.resendAskedBy === null) {
      await tx
        .update(partnerAttempts)
        .set({
          resendAskedBy: ctx.actor.id,
          resendAskedAt: ctx.now(),
          resendReason: storableNote(input.reason),
        })
        .where(eq(partnerAttempts.id, attempt.id))
      await audit(ctx, tx, 'resend-asked', application, application.status, {
        attemptId: attempt.id,
        reason: input.reason,
      })
      return { result: { ok: true, status: application.status } }
    }
    if (rules.resendNeedsSecondPerson && attempt.resendAskedBy === ctx.actor.id) {
      const message = 'You asked for it to be sent again. Somebody else must look at it and send it.'
      return { result: { ok: false, reason: 'second-person', message } }
    }
    const requestText = ctx.sealer.open(requestPlace(attempt.id), attempt.request)
    await resolve(ctx, tx, attempt.id, 'sent-again', input.reason)
    const attemptId = await beginAttempt(ctx, tx, application, to, requestText, {
      action: 'sent-again',
      detail: { again: attempt.id, reason: input.reason, askedBy: attempt.resendAskedBy },
    })
    const isUpdate = (await getRecordIds(tx, application)) !== null
    return { prepared: { attemptId, kind: application.kind, requestText, isUpdate } }
  })
  if ('result' in begun) return begun.result
  return { ok: true, status: await sendAttempt(ctx, input.applicationId, begun.prepared) }
}

type Begun = { result: ResolveResult } | { prepared: PreparedAttempt }

type Open = {
  application: ApplicationRow
  attempt: typeof partnerAttempts.$inferSelect
  to: ApplicationStatus
}

/** The application and its attempt, locked, if that attempt still waits for a person to say how it ended. */
async function lockOpen(
  tx: Tx,
  { applicationId, attemptId }: { applicationId: string; attemptId: string },
  event: ApplicationEvent,
): Promise<Open | null> {
  const application = await lockApplication(tx, applicationId)
  const waits = application.status === 'outcome-unknown' || application.status === 'ids-needed'
  const to = waits ? nextStatus(application.status, event) : null
  const [attempt] = await tx
    .select()
    .from(partnerAttempts)
    .where(and(eq(partnerAttempts.id, attemptId), eq(partnerAttempts.applicationId, applicationId)))
  const stillOpen = attempt?.documentId === null && attempt.resolution === null
  const waitsForIds = application.status === 'ids-needed' && attempt?.state === 'accepted'
  return to && stillOpen && (attempt.state === 'unknown' || waitsForIds) ? { application, attempt, to } : null
}

async function resolve(
  ctx: Ctx,
  tx: Tx,
  attemptId: string,
  resolution: 'found' | 'absent' | 'sent-again',
  why: string,
): Promise<void> {
  await tx
    .update(partnerAttempts)
    .set({
      resolution,
      resolvedBy: ctx.actor.id,
      resolvedAt: ctx.now(),
      resolutionNote: storableNote(why),
    })
    .where(eq(partnerAttempts.id, attemptId))
}

type FoundItem = { section: ListSection; itemId: string; recordId: string }
type FoundIds = { ok: true; opportunityId: string; accountId: string; items: FoundItem[] }

/** Judges what was typed; an id may belong to one record only, and the ids that are known already stay. */
function readIds(
  input: z.output<typeof recordFoundSchema>,
  { draft }: OpenDraft,
  known: ApplicationRow,
): FoundIds | Extract<ResolveResult, { reason: 'invalid' }> {
  const problems: Extract<ResolveResult, { reason: 'invalid' }>['problems'] = []
  const seen = new Set<string>()
  const read = (field: string, kind: RecordIdKind, typed: string): string => {
    const reading = readRecordId(kind, typed, input.anyway)
    const message = !reading.ok
      ? reading.message
      : seen.has(reading.id)
        ? 'This id is given to another record as well.'
        : null
    const anyway = reading.ok ? undefined : reading.anyway
    if (message !== null) problems.push({ field, message, ...(anyway !== undefined && { anyway }) })
    if (reading.ok) seen.add(reading.id)
    return reading.ok ? reading.id : ''
  }
  const opportunityId = known.opportunityId ?? read('opportunityId', 'opportunity', input.opportunityId)
  const accountId = known.accountId ?? read('accountId', 'account', input.accountId)
  const itemsOf = (section: ListSection, kind: RecordIdKind): FoundItem[] =>
    draft[section].items.flatMap(({ id: itemId }) => {
      const typed = Object.hasOwn(input[section], itemId) ? (input[section][itemId] ?? '') : ''
      if (typed.trim() === '') return []
      return [{ section, itemId, recordId: read(`${section}.${itemId}`, kind, typed) }]
    })
  const items = [...itemsOf('contacts', 'contact'), ...itemsOf('accounts', 'checking account')]
  return problems.length > 0
    ? { ok: false, reason: 'invalid', problems }
    : { ok: true, opportunityId, accountId, items }
}

const audit = (
  ctx: Ctx,
  tx: Tx,
  action: string,
  application: ApplicationRow,
  to: ApplicationStatus,
  detail: Record<string, unknown>,
): Promise<void> =>
  recordAudit(tx, {
    at: ctx.now(),
    actorId: ctx.actor.id,
    action,
    subject: ['application', application.id],
    requestId: ctx.requestId,
    detail: storable({ from: application.status, to, ...detail }),
  })
