import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { applicationRecords, applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { ITEM_RECORD_TYPES } from '@/lib/domain/application/partner-records'
import { type ApplicationEvent, type ApplicationStatus, nextStatus } from '@/lib/domain/application/status'
import type { ListSection } from '@/lib/domain/application/update-plan'
import type { Outcome } from '@/lib/domain/values/outcome'
import { type RecordIdKind, type RecordIdProblem, readRecordId } from '@/lib/domain/values/record-id'
import { confirmedIds } from '@/lib/server/attempts/confirmed-ids'
import { type Changes, writeChanges } from '@/lib/server/attempts/ledger'
import {
  isUnresolved,
  needsAnother,
  OVERTAKEN,
  resolutionChange,
  resolutionNote,
  resolveAttempt,
} from '@/lib/server/attempts/resolve'
import type { AuditEntry } from '@/lib/server/audit'
import { queueSoon, queueWaitingDocuments } from '@/lib/server/documents/delivery'
import { type ApplicationRow, getOpenDraft, lockApplication, type OpenDraft } from '@/lib/server/drafts/data'
import { sanitizeNote, sanitizeText } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { loadRules } from '@/lib/server/settings'
import { requestPlace, sendSubmission, writeSubmission } from './attempt'
import { opportunityProblem } from './opportunity-id'
import { acceptedWhole } from './partner-snapshot'

/** The ways out of an unknown outcome (see attempts/resolve.ts), as an application takes them. */

const attemptInput = { applicationId: z.uuid(), attemptId: z.uuid() }

export type ResolveResult =
  | Outcome<{ status: ApplicationStatus }, 'wrong-state' | 'second-person'>
  | { ok: false; reason: 'invalid'; problems: RecordIdProblem[] }

const typedId = z.string().max(60)

/** Blank item ids are left out: they can be entered later, and until then that item cannot be updated. */
export const recordFoundSchema = z.object({
  ...attemptInput,
  opportunityId: typedId,
  accountId: typedId,
  contacts: z.record(z.string(), typedId),
  accounts: z.record(z.string(), typedId),
  anyway: confirmedIds,
  note: resolutionNote,
})

/** The partner has it: under these record ids. Also where it accepted and named no records. */
export async function recordFound(
  ctx: Ctx,
  input: z.output<typeof recordFoundSchema>,
): Promise<ResolveResult> {
  const result = await resolve(ctx, input, 'found', async (tx, open): Promise<Decision> => {
    const { application, to } = open
    const read = readIds(input, await getOpenDraft(tx, ctx.sealer, application), application)
    if (!read.ok) return read
    const { opportunityId, accountId, items } = read
    const elsewhere = await opportunityProblem(tx, application.id, opportunityId)
    if (elsewhere)
      return { ok: false, reason: 'invalid', problems: [{ path: 'opportunityId', message: elsewhere }] }
    const now = ctx.now()
    const records = items.map(({ section, itemId, recordId }) => ({
      applicationId: application.id,
      objectType: ITEM_RECORD_TYPES[section],
      itemId,
      recordId,
    }))
    return {
      done: { ok: true, status: to },
      changes: [
        tx
          .update(applications)
          .set({ status: to, updatedAt: now, statusBeforeRevision: null, opportunityId, accountId })
          .where(eq(applications.id, application.id)),
        ...(application.kind === 'payfac' ? [acceptedWhole(tx, application, now)] : []),
        ...(records.length > 0 ? [tx.insert(applicationRecords).values(records).onConflictDoNothing()] : []),
      ],
      audit: auditOf(ctx, 'outcome-found', open, { note: input.note, opportunityId, accountId, items }),
    }
  })
  if (result.ok) await queueSoon(() => queueWaitingDocuments(ctx, input.applicationId))
  return result
}

export const confirmAbsentSchema = z.object({ ...attemptInput, note: resolutionNote })

/** The partner has nothing of it: it can be mended and submitted again. */
export const confirmAbsent = (
  ctx: Ctx,
  input: z.output<typeof confirmAbsentSchema>,
): Promise<ResolveResult> =>
  resolve(ctx, input, 'absent', async (tx, open): Promise<Decision> => {
    const { application, attempt, to } = open
    if (needsAnother(ctx, await loadRules(tx), attempt)) {
      return secondPerson(
        'You sent this application. Someone else must confirm that the partner does not have it.',
      )
    }
    return {
      done: { ok: true, status: to },
      changes: [
        tx
          .update(applications)
          .set({ status: to, updatedAt: ctx.now() })
          .where(eq(applications.id, application.id)),
      ],
      audit: auditOf(ctx, 'outcome-absent', open, { note: input.note }),
    }
  })

export const sendAgainSchema = z.object({ ...attemptInput, reason: resolutionNote })

/**
 * The identical request, once more. Where Settings want two people, the first one only asks, and another
 * sends. What goes out is the frozen text of that attempt, checked against its hash.
 */
export async function sendAgain(ctx: Ctx, input: z.output<typeof sendAgainSchema>): Promise<ResolveResult> {
  const { applicationId, attemptId, reason } = input
  const { resendNeedsSecondPerson } = await loadRules(ctx.db)
  const sent = await sendSubmission<ResolveResult>(ctx, applicationId, async (tx, begin) => {
    const open = await lockOpen(tx, input, 'send-again')
    if (!open) return { refusal: OVERTAKEN }
    const { application, attempt, to: status } = open
    const { request, resendAskedBy: askedBy } = attempt
    if (request === null) throw new Error('An attempt of an application has no request.')
    if (resendNeedsSecondPerson && askedBy === null) {
      await ask(ctx, tx, open, reason)
      return { refusal: { ok: true, status: application.status } }
    }
    if (resendNeedsSecondPerson && askedBy === ctx.actor.id) {
      return {
        refusal: secondPerson('You asked to send it again. Someone else must review and send it.'),
      }
    }
    return writeSubmission(ctx, tx, begin(), application, {
      status,
      requestText: ctx.sealer.open(requestPlace(attemptId), request),
      action: 'sent-again',
      detail: sanitizeText({ again: attemptId, reason, askedBy }),
      changes: [
        resolutionChange(ctx, tx, partnerAttempts, { attemptId, resolution: 'sent-again', note: reason }),
      ],
    })
  })
  return 'refusal' in sent ? sent.refusal : { ok: true, status: sent.status }
}

/** Keeps that someone wants it sent again: the first of two. */
async function ask(ctx: Ctx, tx: Tx, open: Open, reason: string): Promise<void> {
  const asked = tx
    .update(partnerAttempts)
    .set({ resendAskedBy: ctx.actor.id, resendAskedAt: ctx.now(), resendReason: sanitizeNote(reason) })
    .where(eq(partnerAttempts.id, open.attempt.id))
  const audit = auditOf(ctx, 'resend-asked', { ...open, to: open.application.status }, { reason })
  await writeChanges(tx, { changes: [asked], audit })
}

type Decision = (Changes & { done: ResolveResult }) | Exclude<ResolveResult, { ok: true }>

const secondPerson = (
  message: string,
): Extract<ResolveResult, { reason: 'second-person' | 'wrong-state' }> => ({
  ok: false,
  reason: 'second-person',
  message,
})

const EVENTS = { found: 'accepted', absent: 'not-sent' } as const satisfies Record<string, ApplicationEvent>

const resolve = (
  ctx: Ctx,
  input: { applicationId: string; attemptId: string; note: string },
  resolution: keyof typeof EVENTS,
  decide: (tx: Tx, open: Open) => Promise<Decision>,
): Promise<ResolveResult> =>
  resolveAttempt(
    ctx,
    partnerAttempts,
    { ...input, resolution },
    (tx) => lockOpen(tx, input, EVENTS[resolution]),
    decide,
  )

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
  if (!to || attempt?.documentId !== null) return null
  const waitsForIds =
    application.status === 'ids-needed' && attempt.state === 'accepted' && attempt.resolution === null
  return isUnresolved(attempt) || waitsForIds ? { application, attempt, to } : null
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
  const read = (path: string, kind: RecordIdKind, typed: string): string => {
    const reading = readRecordId(kind, typed, input.anyway)
    const message = !reading.ok
      ? reading.message
      : seen.has(reading.id)
        ? 'Another record has this ID too. Enter a different one.'
        : null
    const anyway = reading.ok ? undefined : reading.anyway
    if (message !== null) problems.push({ path, message, ...(anyway !== undefined && { anyway }) })
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

const auditOf = (
  ctx: Ctx,
  action: AuditAction,
  { application, attempt, to }: Open,
  detail: Record<string, unknown>,
): AuditEntry => ({
  at: ctx.now(),
  actorId: ctx.actor.id,
  action,
  subject: ['application', application.id],
  requestId: ctx.requestId,
  detail: sanitizeText({ from: application.status, to, attemptId: attempt.id, ...detail }),
})
