import { eq, type SQL } from 'drizzle-orm'
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder'
import type { Tx } from '@/lib/db/client'
import type { AttemptState, partnerAttempts } from '@/lib/db/schema/attempts'
import type { fundingAttempts } from '@/lib/db/schema/funding'
import { momentWords } from '@/lib/domain/values/calendar'
import { log } from '@/lib/log'
import { isPartnerError } from '@/lib/partner/errors'
import type { PartnerProblem } from '@/lib/partner/mapping/partner-problems'
import { type AuditEntry, recordAudit } from '@/lib/server/audit'
import { type AttemptName, countAttempt } from '@/lib/server/measures'
import { tellPeople } from '@/lib/server/notifications/tell'
import { retryUntilStored } from '@/lib/server/retry-until-stored'
import { sanitizeText } from '@/lib/server/sanitize-text'
import type { Services } from '@/lib/server/services'
import { traced } from '@/lib/server/tracing'

/**
 * The promise of the product: a request is sent to the partner once, and its outcome is never guessed. An attempt has
 * four steps:
 *
 *   ready    gets what the call needs besides its request, such as a token, before anything is written
 *   write    one transaction: locks the subject, freezes the request, writes the attempt as *sending* and its audit row
 *   send     makes the call once, outside any transaction; its error says *not applied* or *unknown*
 *   record   one transaction: writes the outcome, the subject's next state and the audit row; retried until stored
 *
 * If the process dies, the next one finds:
 *
 *   before the write is committed    no attempt, and the subject unchanged: nothing was sent
 *   between write and record         *sending*: `recover.ts` makes it unknown, and a person resolves it (`resolve.ts`)
 *   after the record is committed    the outcome; an answer that arrives even later is noted beside it
 *
 * *Not sent* needs proof: `ready` failed, or the call's error shows it (it never connected; the last byte was not
 * handed over; the partner turned it away without reading the request).
 *
 * What differs between applications, documents and funding requests is in their `AttemptKind`.
 */

/** The tables of attempts. They share the columns of `AttemptEnd`, `AttemptMarks` and resolve.ts. */
export type AttemptTable = typeof partnerAttempts | typeof fundingAttempts

export type AttemptEnd = {
  state: Exclude<AttemptState, 'prepared' | 'sending'>
  /** For people: what happened. */
  message: string | null
  httpStatus: number | null
  /** The partner's raw answer, masked. */
  answer: string | null
}

/** The columns that every new attempt starts with. */
export type AttemptMarks = { id: string; state: 'sending'; preparedAt: Date; sendingAt: Date }

/** Call it once the subject is locked: attempts are ordered by this time. */
export type BeginAttempt = () => AttemptMarks

/** Who the audit row of an outcome names; `actor` is null for a job. */
export type AttemptBy = { actor: { id: string } | null; requestId: string }

/** A statement that is part of a larger one. */
export type Change = TypedQueryBuilder<undefined> & PromiseLike<unknown>

/** What a transaction writes besides the attempt itself. Together with the audit row it is one statement. */
export type Changes = {
  changes: Change[]
  audit: AuditEntry | null
  /** Updates what is derived from the changes, in the same transaction. */
  afterwards?: (tx: Tx) => Promise<unknown>
}

/** `changes` start with the insert of the attempt. If there is an `obstacle`, nothing is sent, and it says why. */
export type Written<Request> = Changes & { request: Request; obstacle?: string | null }

/** Why a call did not end well. */
export type AttemptFailure = AttemptEnd & {
  state: 'refused' | 'not-sent' | 'unknown'
  message: string
  problems: readonly PartnerProblem[]
}

export type AttemptKind<Request, End extends AttemptEnd, Subject, Result> = {
  name: AttemptName
  table: AttemptTable
  /** Which rows of the table are of this kind; all of them if omitted. */
  rows?: SQL
  /** Longer than any call can take (see the client's time limits): an older attempt gets no more answer. */
  abandonedAfterMs: number
  /** Must change nothing at the partner, whether it succeeds or fails. */
  ready(services: Services): Promise<unknown>
  send(services: Services, request: Request): Promise<End>
  failed(services: Services, request: Request, failure: AttemptFailure): End | Promise<End>
  /** What remains true of an outcome that now counts as unknown. */
  asUnknown?: (end: End) => End
  /** The outcome if the process died. Only attempts of earlier versions of the desk can be unsent. */
  lost(wasSent: boolean): End
  /**
   * Locks the attempt and its subject. `isRepeat`: a person had it sent again after an attempt of unknown outcome.
   */
  lock(tx: Tx, attemptId: string): Promise<{ state: AttemptState; isRepeat: boolean; subject: Subject }>
  /** What an outcome means for the subject. `columns`: what this table stores of it besides `AttemptEnd`. */
  record(
    tx: Tx,
    subject: Subject,
    end: End,
    context: { services: Services; by: AttemptBy; attemptId: string; now: Date },
  ): Promise<Changes & { result: Result; columns?: Record<string, unknown> }>
}

/** An attempt, and who makes or recovers it. */
type Run<Request, End extends AttemptEnd, Subject, Result> = {
  services: Services
  by: AttemptBy
  kind: AttemptKind<Request, End, Subject, Result>
  attemptId: string
}

/**
 * Sends something to the partner once. If `write` refuses, nothing is written or sent. `result` is null if the attempt
 * already had an outcome when its answer was to be recorded.
 */
export async function attempt<Request, End extends AttemptEnd, Subject, Result, Refusal>(
  services: Services,
  by: AttemptBy,
  kind: AttemptKind<Request, End, Subject, Result>,
  write: (tx: Tx, begin: BeginAttempt) => Promise<Written<Request> | { refusal: Refusal }>,
): Promise<{ refusal: Refusal } | { end: End; result: Result | null }> {
  const attemptId = crypto.randomUUID()
  const run = { services, by, kind, attemptId }
  const notReady = await kind.ready(services).then(
    () => null,
    (error: unknown) => failureOf(error, attemptId, false),
  )
  const started = await services.db.transaction(async (tx) => {
    const written = await write(tx, () => {
      const now = services.now()
      return { id: attemptId, state: 'sending', preparedAt: now, sendingAt: now }
    })
    if ('refusal' in written) return written
    await writeChanges(tx, written)
    const reason = written.obstacle ?? services.sendingHold
    const obstacle = reason ? notSent(reason) : notReady
    if (!obstacle) return written
    // Nothing will be sent, so its start and its outcome are one commit.
    const end = await kind.failed(services, written.request, obstacle)
    return { end, result: await recordWithin(tx, run, end, { wasSent: false }) }
  })
  if ('end' in started) countAttempt(kind.name, started.end.state)
  if (!('request' in started)) return started

  const end = await traced(`partner ${kind.name}`, async (tell) => {
    const ended = await sendOnce(run, started.request)
    tell(ended.state)
    return ended
  })
  countAttempt(kind.name, end.state)
  return { end, result: await keepEnd(run, end) }
}

/** Makes the call. Failures of the call are returned as its outcome, not thrown. */
async function sendOnce<Request, End extends AttemptEnd, Subject, Result>(
  { services, kind, attemptId }: Run<Request, End, Subject, Result>,
  request: Request,
): Promise<End> {
  try {
    return await kind.send(services, request)
  } catch (error) {
    return kind.failed(services, request, failureOf(error, attemptId, true))
  }
}

/** Any error but the partner's happened inside the desk; once the attempt is written, it may have been sent. */
function failureOf(error: unknown, attemptId: string, wasWritten: boolean): AttemptFailure {
  if (isPartnerError(error)) {
    const state =
      error.kind === 'refused' ? 'refused' : error.outcome === 'not-applied' ? 'not-sent' : 'unknown'
    const { message, httpStatus, rawText: answer, problems } = error
    return { state, message, httpStatus, answer, problems }
  }
  log.error({ err: error, attempt: attemptId }, 'the desk failed before or while sending')
  if (!wasWritten) return notSent('The desk stopped before anything was sent.')
  const message =
    'The desk stopped while sending. It is unknown whether the partner received it. Check with the partner before you send it again.'
  return { ...notSent(message), state: 'unknown' }
}

const notSent = (message: string): AttemptFailure => ({
  state: 'not-sent',
  message,
  httpStatus: null,
  answer: null,
  problems: [],
})

/** Until it is stored, only this process knows the outcome, so a short outage of the database must not lose it. */
async function keepEnd<Request, End extends AttemptEnd, Subject, Result>(
  run: Run<Request, End, Subject, Result>,
  end: End,
): Promise<Result | null> {
  try {
    return await retryUntilStored(() => recordEnd(run, end), isEnded)
  } catch (error) {
    if (!isEnded(error)) throw error
    log.warn({ attempt: run.attemptId }, 'an answer came for an attempt that already has an outcome')
    await retryUntilStored(() => noteLateEnd(run, end))
    return null
  }
}

/**
 * Notes an outcome that arrived after a recovery had already ended the attempt. The earlier one stays, because a person
 * may have acted on it; the note is for whoever resolves it or looks again.
 */
const noteLateEnd = <Request, End extends AttemptEnd, Subject, Result>(
  { services, kind: { table }, attemptId }: Run<Request, End, Subject, Result>,
  given: End,
): Promise<void> =>
  services.db.transaction(async (tx) => {
    const end = sanitizeText<AttemptEnd>(given)
    const [before] = await tx
      .select({ message: table.message, httpStatus: table.httpStatus, answer: table.answer })
      .from(table)
      .where(eq(table.id, attemptId))
      .for('update')
    // Our own outcome: it was stored, and only the confirmation was lost. `recordWithin` may have added to the message.
    const isOwn =
      before?.httpStatus === end.httpStatus && (before.message ?? '').startsWith(end.message ?? '')
    if (!before || isOwn) return
    const { text, zone } = momentWords(services.now(), { seconds: true })
    const status = end.httpStatus === null ? '' : ` (HTTP ${end.httpStatus})`
    const late = `Answered late, ${text} ${zone}: ${LATE[end.state]}${status}. ${end.message ?? ''}`
    await tx
      .update(table)
      .set({
        message: [before.message, late.trim()].filter(Boolean).join(' '),
        answer: before.answer ?? end.answer?.slice(0, MAX_LATE_ANSWER) ?? null,
      })
      .where(eq(table.id, attemptId))
  })

/** Characters of a raw answer; an answer with many errors has megabytes. */
const MAX_LATE_ANSWER = 100_000

const LATE: Readonly<Record<AttemptEnd['state'], string>> = {
  accepted: 'the partner accepted it',
  refused: 'the partner refused it',
  'not-sent': 'it was not sent',
  unknown: 'its outcome is not clear',
}

/** The attempt already has an outcome: from a recovery, possibly by another instance. */
export class AttemptEndedError extends Error {
  override readonly name = 'AttemptEndedError'

  constructor() {
    super('This attempt already has an outcome.')
  }
}

const isEnded = (error: unknown): boolean => error instanceof AttemptEndedError

export const OPEN_STATES = ['prepared', 'sending'] as const satisfies AttemptState[]

/** Writes an attempt's outcome and all that follows from it. It ends once, from one of the states `from`. */
export const recordEnd = <Request, End extends AttemptEnd, Subject, Result>(
  run: Run<Request, End, Subject, Result>,
  end: End,
  from: readonly AttemptState[] = OPEN_STATES,
): Promise<Result> => run.services.db.transaction((tx) => recordWithin(tx, run, end, { wasSent: true, from }))

async function recordWithin<Request, End extends AttemptEnd, Subject, Result>(
  tx: Tx,
  { services, by, kind, attemptId }: Run<Request, End, Subject, Result>,
  given: End,
  { wasSent, from = OPEN_STATES }: { wasSent: boolean; from?: readonly AttemptState[] },
): Promise<Result> {
  const { table, lock, asUnknown = (end) => end, record } = kind
  const { state, isRepeat, subject } = await lock(tx, attemptId)
  if (!from.includes(state)) throw new AttemptEndedError()
  const now = services.now()
  const end = sanitizeText(isRepeat && provesNothing(given) ? asUnknown(stillUnknown(given)) : given)
  const recorded = await record(tx, subject, end, { services, by, attemptId, now })
  const { columns, changes, audit, afterwards } = recorded
  const row = {
    state: end.state,
    message: end.message,
    httpStatus: end.httpStatus,
    answer: end.answer,
    answeredAt: now,
    ...(!wasSent && { sendingAt: null }),
    ...columns,
  }
  const ending = tx.update(table).set(row).where(eq(table.id, attemptId))
  await writeChanges(tx, { changes: [ending, ...changes], audit, afterwards })
  return recorded.result
}

/**
 * If a request of unknown outcome was sent again and did not arrive (401, 403, no connection) or was refused as a
 * whole, that says nothing about the first one, which may have been applied.
 */
const provesNothing = ({ state }: AttemptEnd): boolean => state === 'not-sent' || state === 'refused'

const stillUnknown = <End extends AttemptEnd>(end: End): End => ({
  ...end,
  state: 'unknown',
  message: `${end.message} The earlier attempt may have been applied. Its outcome is still unknown.`,
})

/** Sends changes that belong together as one statement, because each one is a round trip to the database. */
export async function writeChanges(tx: Tx, { changes, audit, afterwards }: Changes): Promise<void> {
  if (audit) {
    const named = changes.map((change, index) => tx.$with(`change_${index}`).as(change))
    await recordAudit(tx.with(...named), audit)
    await tellPeople(tx, audit)
  } else for (const change of changes) await change
  await afterwards?.(tx)
}
