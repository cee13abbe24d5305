import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import {
  type AttemptState,
  applicationRecords,
  applications,
  type PlacedProblem,
  partnerAttempts,
} from '@/lib/db/schema/desk'
import { checkPlan } from '@/lib/domain/application/adopted'
import { ANY_SECTION_NAMES, sectionsOf } from '@/lib/domain/application/draft'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import {
  type ApplicationEvent,
  type ApplicationStatus,
  isLockedStage,
  nextStatus,
  stageOfRefusal,
} from '@/lib/domain/application/status'
import { checkLeftContacts } from '@/lib/domain/application/update-plan'
import { isBlocking, type Violation } from '@/lib/domain/values/violation'
import { log } from '@/lib/log'
import type { PartnerClient } from '@/lib/partner/client'
import { isPartnerError } from '@/lib/partner/errors'
import type { PartnerProblem } from '@/lib/partner/mapping/partner-problems'
import { recordAudit } from '@/lib/server/audit'
import { queueSoon, queueWaitingDocuments } from '@/lib/server/documents/delivery'
import { persistently } from '@/lib/server/persistently'
import { storable } from '@/lib/server/storable'
import { listHandled } from '@/lib/server/underwriting/handled'
import { type Ctx, todayOf, type World } from '@/lib/server/world'
import { type ApplicationRow, getOpenDraft, lockApplicationWithRules, requireApplication } from './data'
import { placeProblems } from './partner-problems'
import { buildRequest } from './request'
import { adoptedOf, emptiedOf, getRecordIds, getTaken, planOf, storeTakenInPart, takenWhole } from './taken'

export const submitApplicationSchema = z.object({
  applicationId: z.uuid(),
  /** The versions on the page that was reviewed: what goes out is what somebody looked at. */
  versions: z.partialRecord(z.enum(ANY_SECTION_NAMES), z.number().int().min(0)),
})

export type SubmitResult =
  | { ok: true; status: ApplicationStatus }
  | { ok: false; reason: 'changed' | 'wrong-state'; message: string }
  | { ok: false; reason: 'violations'; violations: Violation[] }

type SubmissionAnswer = Awaited<ReturnType<PartnerClient['sendApplication']>>

/** The sealed frozen request of an attempt is bound to that attempt. */
export const requestPlace = (attemptId: string) => ({
  table: 'partner_attempts',
  row: attemptId,
  field: 'request',
})

/**
 * Sends an application to the partner, once. The attempt is committed before anything is sent, marked
 * just before the first byte, and settled with the answer; a crash between any two of these leaves a
 * state that the next start can read (see `recoverAttempts`).
 */
export async function submitApplication(
  ctx: Ctx,
  input: z.output<typeof submitApplicationSchema>,
): Promise<SubmitResult> {
  const prepared = await prepareAttempt(ctx, input)
  if (!prepared.ok) return prepared
  return { ok: true, status: await sendAttempt(ctx, input.applicationId, prepared) }
}

/** Sends what was prepared, once, and stores how it ended. */
export async function sendAttempt(
  ctx: Ctx,
  applicationId: string,
  prepared: PreparedAttempt,
): Promise<ApplicationStatus> {
  const settlement = await sendOnce(ctx, applicationId, prepared)
  const status = await storeAnswer(ctx, applicationId, prepared.attemptId, settlement)
  // Sends what waits if the partner has named the opportunity, whatever else it said.
  await queueSoon(() => queueWaitingDocuments(ctx, applicationId))
  return status
}

/** The answer exists only here until it is stored: a database that is away for a moment must not lose it. */
async function storeAnswer(
  ctx: Ctx,
  applicationId: string,
  attemptId: string,
  settlement: Settlement,
): Promise<ApplicationStatus> {
  try {
    return await persistently(() => settleAttempt(ctx, ctx, attemptId, settlement), isEnded)
  } catch (error) {
    if (!isEnded(error)) throw error
    // It has an end already: ours, whose confirmation was lost on the way, or a recovery's.
    return (await requireApplication(ctx.db, applicationId)).status
  }
}

/** An attempt that was written and may be sent now. `isUpdate`: the partner has named the records already. */
export type PreparedAttempt = {
  attemptId: string
  kind: ApplicationKind
  requestText: string
  isUpdate: boolean
}

type Prepared = { ok: true } & PreparedAttempt

async function prepareAttempt(
  ctx: Ctx,
  { applicationId, versions: reviewed }: z.output<typeof submitApplicationSchema>,
): Promise<Prepared | Exclude<SubmitResult, { ok: true }>> {
  return ctx.db.transaction(async (tx) => {
    // What is read after the lock is as the last save left it: one statement for both would read what stood before it.
    const { application, rules } = await lockApplicationWithRules(tx, applicationId)
    if (isLockedStage(application.stage)) {
      return {
        ok: false,
        reason: 'wrong-state',
        message: `The partner has it in stage “${application.stage}”, in which it takes no update. Nothing was sent.`,
      }
    }
    const submitting = nextStatus(application.status, 'submit')
    if (!submitting) {
      return {
        ok: false,
        reason: 'wrong-state',
        message:
          'This application was already sent, or cannot be sent in its present state. Nothing was sent now.',
      }
    }
    const { kind } = application
    const { draft, versions } = await getOpenDraft(tx, ctx.sealer, application)
    if (sectionsOf(kind).some((section) => versions[section] !== reviewed[section])) {
      return {
        ok: false,
        reason: 'changed',
        message:
          'The application changed after this page was opened. Look at it again, then submit. Nothing was sent.',
      }
    }
    const recordIds = await getRecordIds(tx, application)
    const adopted = adoptedOf(application, recordIds)
    const taken = recordIds && (await getTaken(tx, ctx.sealer, applicationId))
    const { wire, violations } = buildRequest(
      draft,
      {
        lists: ctx.lists,
        today: todayOf(ctx),
        approvedSha256: application.approvedSha256,
        precheck: rules.precheck,
        handled: await listHandled(tx, applicationId),
        adopted,
      },
      recordIds,
      emptiedOf(application, taken?.draft ?? null, draft),
    )
    const standing = [
      ...violations,
      ...(recordIds ? checkPlan(planOf(taken?.draft ?? null, draft, recordIds), adopted) : []),
      ...(recordIds && taken ? checkLeftContacts(taken.draft, draft) : []),
    ]
    if (!wire || standing.some(isBlocking)) {
      return { ok: false, reason: 'violations', violations: standing }
    }

    const requestText = JSON.stringify(wire)
    const attemptId = await beginAttempt(ctx, tx, application, submitting, requestText, {
      action: recordIds ? 'update-started' : 'submission-started',
      detail: { warnings: standing.map(({ path, message }) => ({ path, message })) },
    })
    return { ok: true, attemptId, kind, requestText, isUpdate: recordIds !== null }
  })
}

/** Writes an attempt before it is sent, and the application's state with it; gives the attempt's id. */
export async function beginAttempt(
  ctx: Ctx,
  tx: DbOrTx,
  application: ApplicationRow,
  status: ApplicationStatus,
  requestText: string,
  audit: { action: string; detail: Record<string, unknown> },
): Promise<string> {
  const now = ctx.now()
  const requestSha256 = createHash('sha256').update(requestText).digest('hex')
  const attemptId = crypto.randomUUID()
  const attempt = tx.insert(partnerAttempts).values({
    id: attemptId,
    applicationId: application.id,
    endpoint: application.kind === 'full' ? 'alias' : 'application',
    state: 'prepared',
    request: ctx.sealer.seal(requestPlace(attemptId), requestText),
    requestSha256,
    preparedBy: ctx.actor.id,
    preparedAt: now,
  })
  const change = tx
    .update(applications)
    .set({ status, updatedAt: now })
    .where(eq(applications.id, application.id))
  // What changes together goes in one statement: on a database elsewhere each is a round trip.
  const together = tx.with(tx.$with('attempt').as(attempt), tx.$with('change').as(change))
  await recordAudit(together, {
    at: now,
    actorId: ctx.actor.id,
    action: audit.action,
    subject: ['application', application.id],
    requestId: ctx.requestId,
    detail: { attemptId, requestSha256, from: application.status, to: status, ...audit.detail },
  })
  return attemptId
}

/** How an attempt ended: what goes into the ledger, and what happens to the application. */
export type Settlement = {
  state: Exclude<AttemptState, 'prepared' | 'sending'>
  event: ApplicationEvent
  message: string
  httpStatus: number | null
  answerText: string | null
  answer: SubmissionAnswer | null
  problems: PlacedProblem[]
}

async function sendOnce(
  ctx: Ctx,
  applicationId: string,
  { attemptId, kind, requestText, isUpdate }: PreparedAttempt,
): Promise<Settlement> {
  let sending = false
  const { sendApplication, sendFullApplication } = ctx.partner
  const send = kind === 'full' ? sendFullApplication : sendApplication
  try {
    const answer = await send(requestText, {
      async beforeSend() {
        await markSending(ctx, attemptId)
        sending = true
      },
    })
    return {
      ...settlementOf(answer, isUpdate),
      httpStatus: answer.httpStatus,
      answerText: answer.rawText,
      answer,
      problems: [],
    }
  } catch (error) {
    const known = isPartnerError(error) ? error : null
    if (!known)
      log.error({ err: error, attempt: attemptId }, 'sending an application broke off inside the desk')
    const refused = known?.kind === 'refused'
    // What is no answer of the partner broke in our own code: before the mark nothing went out, after it nobody knows.
    const notApplied = known ? known.outcome === 'not-applied' : !sending
    return {
      state: refused ? 'refused' : notApplied ? 'not-sent' : 'unknown',
      event: refused ? 'refused' : notApplied ? 'not-sent' : 'unknown',
      message:
        known?.message ??
        `Sending broke off inside the desk${sending ? '. Whether the partner has it is not known.' : ' before anything was sent.'}`,
      httpStatus: known?.httpStatus ?? null,
      answerText: known?.rawText ?? null,
      answer: null,
      problems: refused ? await placedProblems(ctx, applicationId, known.problems) : [],
    }
  }
}

async function placedProblems(ctx: Ctx, applicationId: string, problems: readonly PartnerProblem[]) {
  const { draft } = await persistently(async () =>
    getOpenDraft(ctx.db, ctx.sealer, await requireApplication(ctx.db, applicationId)),
  )
  return placeProblems(ctx.sealer, draft, problems)
}

/** An update needs no ids: it names the records itself. */
function settlementOf(
  { verdict, entries }: SubmissionAnswer,
  isUpdate: boolean,
): Pick<Settlement, 'state' | 'event' | 'message'> {
  switch (verdict) {
    case 'refused':
      return {
        state: 'refused',
        event: 'refused',
        message: 'The partner answered, and refused every record.',
      }
    case 'partial': {
      const failed = entries.filter(({ success }) => !success)
      return {
        state: 'accepted',
        event: 'partly-accepted',
        message: `The partner refused ${failed.length} of ${entries.length} records and took the others.`,
      }
    }
    case 'ids-needed':
      if (!isUpdate) {
        return {
          state: 'accepted',
          event: 'accepted-without-ids',
          message: 'The partner accepted it, but its answer did not name the records.',
        }
      }
      break
    case 'accepted':
  }
  return { state: 'accepted', event: 'accepted', message: 'The partner took every record.' }
}

async function markSending(world: World, attemptId: string): Promise<void> {
  const marked = await world.db
    .update(partnerAttempts)
    .set({ state: 'sending', sendingAt: world.now() })
    .where(and(eq(partnerAttempts.id, attemptId), eq(partnerAttempts.state, 'prepared')))
    .returning({ id: partnerAttempts.id })
  if (marked.length !== 1) throw new Error('The attempt was settled by somebody else before it was sent.')
}

/** Somebody else was first to write an attempt's end: an answer that came late, or a recovery by another instance. */
export class AttemptEndedError extends Error {
  override readonly name = 'AttemptEndedError'

  constructor() {
    super('This attempt already has an end.')
  }
}

const isEnded = (error: unknown): boolean => error instanceof AttemptEndedError

/** Writes an attempt's end, the record ids and the application's next state, together. An attempt ends once. */
export async function settleAttempt(
  world: World,
  by: { actor: { id: string } | null; requestId: string },
  attemptId: string,
  given: Settlement,
  /** Where the attempt has to stand for this to be true of it. */
  from: readonly AttemptState[] = ['prepared', 'sending'],
): Promise<ApplicationStatus> {
  const settlement = storable(given)
  const now = world.now()
  return world.db.transaction(async (tx) => {
    const [open] = await tx
      .select({ application: applications })
      .from(partnerAttempts)
      .innerJoin(applications, eq(applications.id, partnerAttempts.applicationId))
      .where(and(eq(partnerAttempts.id, attemptId), inArray(partnerAttempts.state, [...from])))
      .for('update')
    if (!open) throw new AttemptEndedError()
    const { application } = open
    const status = nextStatus(application.status, settlement.event)
    if (!status)
      throw new Error(`An application cannot go from ${application.status} by ${settlement.event}.`)
    const end = tx
      .update(partnerAttempts)
      .set({
        state: settlement.state,
        answeredAt: now,
        message: settlement.message,
        httpStatus: settlement.httpStatus,
        answer: settlement.answerText,
        results: settlement.answer?.entries ?? null,
        problems: settlement.problems,
      })
      .where(eq(partnerAttempts.id, attemptId))
    const lockedStage = application.opportunityId ? stageOfRefusal(settlement.problems) : null
    const change = tx
      .update(applications)
      .set({
        status,
        updatedAt: now,
        ...(settlement.state === 'accepted' && { statusBeforeRevision: null }),
        ...(lockedStage && { stage: lockedStage, stageSource: 'refusal', stageAt: now }),
        // Once known they stay: an update changes these records and makes no others.
        opportunityId: application.opportunityId ?? settlement.answer?.opportunityId,
        accountId: application.accountId ?? settlement.answer?.accountId,
      })
      .where(eq(applications.id, application.id))
    // A full application is never updated: nothing will be compared to what was taken of it.
    const isTaken = settlement.state === 'accepted' && application.kind === 'payfac'
    const failed = settlement.answer?.entries.filter(({ success }) => !success) ?? []
    if (isTaken && failed.length > 0) await storeTakenInPart(tx, application, failed, now)
    const created = createdRecords(application.id, settlement.answer)
    const together = tx.with(
      tx.$with('end').as(end),
      tx.$with('change').as(change),
      ...(isTaken && failed.length === 0 ? [tx.$with('taken').as(takenWhole(tx, application, now))] : []),
      ...(created.length > 0
        ? [tx.$with('records').as(tx.insert(applicationRecords).values(created).onConflictDoNothing())]
        : []),
    )
    await recordAudit(together, {
      at: now,
      actorId: by.actor?.id ?? null,
      action: `submission-${settlement.event}`,
      subject: ['application', application.id],
      requestId: by.requestId,
      detail: {
        attemptId,
        from: application.status,
        to: status,
        httpStatus: settlement.httpStatus,
        message: settlement.message,
      },
    })
    return status
  })
}

/** There is one of each in an application; every other record is one of several. */
const SINGLE_RECORDS: readonly string[] = ['Account', 'Opportunity', 'Quote']

/**
 * Record ids are kept with the item that they belong to, found through its source id. One of several
 * without a source id belongs to nobody that we could name: it stays in the attempt's results.
 */
const createdRecords = (applicationId: string, answer: SubmissionAnswer | null) =>
  (answer?.entries ?? []).flatMap(({ success, recordId, objectType, sourceId }) =>
    success && recordId && (sourceId !== null || SINGLE_RECORDS.includes(objectType))
      ? [{ applicationId, objectType, itemId: sourceId ?? '', recordId }]
      : [],
  )
