import { createHash } from 'node:crypto'
import { eq, isNull, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { applicationRecords, applications } from '@/lib/db/schema/applications'
import { type PlacedProblem, partnerAttempts } from '@/lib/db/schema/attempts'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import {
  type ApplicationEvent,
  type ApplicationStatus,
  nextStatus,
  stageOfRefusal,
} from '@/lib/domain/application/status'
import type { ApplicationAnswer } from '@/lib/partner/client'
import type { RecordsFound } from '@/lib/partner/mapping/application-answer'
import type { PartnerProblem } from '@/lib/partner/mapping/partner-problems'
import {
  type AttemptEnd,
  type AttemptKind,
  type AttemptMarks,
  attempt,
  type BeginAttempt,
  type Change,
  type Written,
} from '@/lib/server/attempts/ledger'
import { queueSoon, queueWaitingDocuments } from '@/lib/server/documents/delivery'
import { type ApplicationRow, getOpenDraft, requireApplication } from '@/lib/server/drafts/data'
import { retryUntilStored } from '@/lib/server/retry-until-stored'
import type { Ctx, Services } from '@/lib/server/services'
import { placeProblems } from './partner-problems'
import { acceptedWhole, isUpdatable, storePartialSnapshot } from './partner-snapshot'

/** What is special about sending an application; how anything is sent is in attempts/ledger.ts. */

type Submission = { applicationId: string; kind: ApplicationKind; requestText: string; isUpdate: boolean }

type Accepted = Extract<ApplicationEvent, 'accepted' | 'partly-accepted' | 'accepted-without-ids'>

export type SubmissionEnd = AttemptEnd & {
  /** How far, where it was accepted. */
  accepted: Accepted | null
  found: RecordsFound | null
  problems: PlacedProblem[]
}

export const submissionAttempt: AttemptKind<Submission, SubmissionEnd, ApplicationRow, ApplicationStatus> = {
  name: 'application',
  table: partnerAttempts,
  rows: isNull(partnerAttempts.documentId),
  // A call with its token and its one replay after a 401.
  abandonedAfterMs: 5 * 60_000,
  ready: ({ partner }) => partner.ready(),

  async send({ partner }, { kind, requestText, isUpdate }) {
    const send = kind === 'full' ? partner.sendFullApplication : partner.sendApplication
    const answer = await send(requestText)
    return {
      ...judge(answer, isUpdate),
      httpStatus: answer.httpStatus,
      answer: answer.rawText,
      found: { opportunityId: answer.opportunityId, accountId: answer.accountId, entries: answer.entries },
      problems: [],
    }
  },

  async failed(services, { applicationId }, { problems, ...end }) {
    const placed = end.state === 'refused' ? await place(services, applicationId, problems) : []
    return { ...end, ...NOTHING_FOUND, problems: placed }
  },

  lost: (wasSent) => ({
    ...NOTHING_FOUND,
    state: wasSent ? 'unknown' : 'not-sent',
    message: wasSent
      ? 'The desk stopped after this was sent and before the answer was stored. The partner may have created the records.'
      : 'The desk stopped before this was sent. Nothing reached the partner.',
    httpStatus: null,
    answer: null,
  }),

  async lock(tx, attemptId) {
    const [row] = await tx
      .select({ state: partnerAttempts.state, isRepeat: isRepeat(attemptId), subject: applications })
      .from(partnerAttempts)
      .innerJoin(applications, eq(applications.id, partnerAttempts.applicationId))
      .where(eq(partnerAttempts.id, attemptId))
      .for('update')
      .prepare('lock_submission_attempt')
      .execute()
    if (!row) throw new Error('An attempt is gone.')
    return row
  },

  async record(tx, application, end, { by, attemptId, now }) {
    const event = end.state === 'accepted' ? (end.accepted ?? 'accepted') : end.state
    const status = nextStatus(application.status, event)
    if (!status) throw new Error(`An application cannot go from ${application.status} by ${event}.`)
    const lockedStage = application.opportunityId ? stageOfRefusal(end.problems) : null
    const change = tx
      .update(applications)
      .set({
        status,
        updatedAt: now,
        ...(end.state === 'accepted' && { statusBeforeRevision: null }),
        ...(lockedStage && { stage: lockedStage, stageSource: 'refusal', stageAt: now }),
        // Once known they stay: an update changes these records and makes no others.
        opportunityId: application.opportunityId ?? end.found?.opportunityId,
        accountId: application.accountId ?? end.found?.accountId,
      })
      .where(eq(applications.id, application.id))
    const records = createdRecords(application.id, end.found)
    return {
      result: status,
      columns: { results: end.found?.entries ?? null, problems: end.problems },
      changes: [
        change,
        ...(await acceptedChanges(tx, application, end, now)),
        ...(records.length > 0 ? [tx.insert(applicationRecords).values(records).onConflictDoNothing()] : []),
      ],
      audit: {
        at: now,
        actorId: by.actor?.id ?? null,
        action: `submission-${event}`,
        subject: ['application', application.id],
        requestId: by.requestId,
        detail: {
          attemptId,
          from: application.status,
          to: status,
          httpStatus: end.httpStatus,
          message: end.message,
        },
      },
    }
  },
}

const NOTHING_FOUND = { accepted: null, found: null, problems: [] } satisfies Partial<SubmissionEnd>

/** Sends what `write` freezes, once; gives its refusal, or the status that came of it. */
export async function sendSubmission<Refusal>(
  ctx: Ctx,
  applicationId: string,
  write: (tx: Tx, begin: BeginAttempt) => Promise<Written<Submission> | { refusal: Refusal }>,
): Promise<{ refusal: Refusal } | { status: ApplicationStatus }> {
  const sent = await attempt(ctx, ctx, submissionAttempt, write)
  if ('refusal' in sent) return sent
  // Sends what waits if the partner has named the opportunity, whatever else it said.
  await queueSoon(() => queueWaitingDocuments(ctx, applicationId))
  return { status: sent.result ?? (await requireApplication(ctx.db, applicationId)).status }
}

/** The sealed frozen request of an attempt is bound to that attempt. */
export const requestPlace = (attemptId: string) => ({
  table: 'partner_attempts',
  row: attemptId,
  field: 'request',
})

/** What is written before an application is sent. `changes` go first, in the same statement. */
export function writeSubmission(
  ctx: Ctx,
  tx: Tx,
  marks: AttemptMarks,
  application: ApplicationRow,
  given: {
    status: ApplicationStatus
    requestText: string
    action: AuditAction
    detail: Record<string, unknown>
    changes?: Change[]
  },
): Written<Submission> {
  const { id: applicationId, kind } = application
  const { status, requestText } = given
  const requestSha256 = createHash('sha256').update(requestText).digest('hex')
  const row = tx.insert(partnerAttempts).values({
    ...marks,
    applicationId,
    endpoint: kind === 'full' ? 'alias' : 'application',
    request: ctx.sealer.seal(requestPlace(marks.id), requestText),
    requestSha256,
    preparedBy: ctx.actor.id,
  })
  const change = tx
    .update(applications)
    .set({ status, updatedAt: marks.preparedAt })
    .where(eq(applications.id, applicationId))
  return {
    request: { applicationId, kind, requestText, isUpdate: isUpdatable(application) },
    changes: [...(given.changes ?? []), row, change],
    audit: {
      at: marks.preparedAt,
      actorId: ctx.actor.id,
      action: given.action,
      subject: ['application', applicationId],
      requestId: ctx.requestId,
      detail: { attemptId: marks.id, requestSha256, from: application.status, to: status, ...given.detail },
    },
  }
}

/** Whether the last attempt before this one that says anything was of unknown outcome, and was sent again. */
const isRepeat = (attemptId: string) => sql<boolean>`coalesce((
  select earlier.resolution = 'sent-again' from partner_attempts earlier
  where earlier.application_id = ${applications.id} and earlier.document_id is null and earlier.id <> ${attemptId}
    and (earlier.resolution is not null or earlier.state in ('accepted', 'refused'))
  order by earlier.prepared_at desc limit 1), false)`

async function place(services: Services, applicationId: string, problems: readonly PartnerProblem[]) {
  const { draft } = await retryUntilStored(async () =>
    getOpenDraft(services.db, services.sealer, await requireApplication(services.db, applicationId)),
  )
  return placeProblems(services.sealer, draft, problems)
}

/** An update needs no ids: it names the records itself. */
function judge(
  { verdict, entries }: ApplicationAnswer,
  isUpdate: boolean,
): Pick<SubmissionEnd, 'state' | 'accepted' | 'message'> {
  switch (verdict) {
    case 'refused':
      return {
        state: 'refused',
        accepted: null,
        message: 'The partner rejected every record.',
      }
    case 'partial': {
      const failed = entries.filter(({ success }) => !success)
      return {
        state: 'accepted',
        accepted: 'partly-accepted',
        message: `The partner rejected ${failed.length} of ${entries.length} records and accepted the others.`,
      }
    }
    case 'ids-needed':
      if (!isUpdate) {
        return {
          state: 'accepted',
          accepted: 'accepted-without-ids',
          message: 'The partner accepted it but returned no record IDs.',
        }
      }
      break
    case 'accepted':
  }
  return { state: 'accepted', accepted: 'accepted', message: 'The partner accepted every record.' }
}

/** A full application is never updated: nothing will be compared to what was taken of it. */
async function acceptedChanges(
  tx: DbOrTx,
  application: ApplicationRow,
  end: SubmissionEnd,
  now: Date,
): Promise<Change[]> {
  if (end.state !== 'accepted' || application.kind !== 'payfac') return []
  const failed = end.found?.entries.filter(({ success }) => !success) ?? []
  if (failed.length === 0) return [acceptedWhole(tx, application, now)]
  await storePartialSnapshot(tx, application, failed, now)
  return []
}

/** There is one of each in an application; every other record is one of several. */
const SINGLE_RECORDS: readonly string[] = ['Account', 'Opportunity', 'Quote']

/**
 * Record ids are kept with the item that they belong to, found through its source id. One of several
 * without a source id belongs to no one that we could name: it stays in the attempt's results.
 */
const createdRecords = (applicationId: string, found: RecordsFound | null) =>
  (found?.entries ?? []).flatMap(({ success, recordId, objectType, sourceId }) =>
    success && recordId && (sourceId !== null || SINGLE_RECORDS.includes(objectType))
      ? [{ applicationId, objectType, itemId: sourceId ?? '', recordId }]
      : [],
  )
