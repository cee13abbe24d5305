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
 * The promise of the product: what is sent to the partner is sent once, and how it ended is never guessed.
 *
 *   ready    what a call needs besides its request, such as a token; had before anything is written
 *   write    one transaction: the subject locked, its request frozen, the attempt *sending*, the audit row
 *   send     the call, once, outside of any transaction; an error of it says *not applied* or *unknown*
 *   record   one transaction: how it ended, the subject's next state, the audit row; tried until it is stored
 *
 * A process that dies leaves what the next one can read:
 *
 *   before the write is committed    no attempt, and the subject as it was: nothing went out
 *   from there to the record         *sending*: `recover.ts` calls it unknown, and a person ends it (`resolve.ts`)
 *   after the record is committed    its end; an answer that comes still later is noted beside it
 *
 * *Not sent* is said with proof only: `ready` failed, or the call's own error says so (never connected; the last
 * byte not handed over; turned away before the request was looked at).
 *
 * What is special about applications, documents and funding requests is in their `AttemptKind`.
 */

/** The ledgers: alike in the columns of `AttemptEnd`, `AttemptMarks` and resolve.ts. */
export type AttemptTable = typeof partnerAttempts | typeof fundingAttempts

export type AttemptEnd = {
  state: Exclude<AttemptState, 'prepared' | 'sending'>
  /** For people: what happened. */
  message: string | null
  httpStatus: number | null
  /** The partner's raw answer, masked. */
  answer: string | null
}

/** What every attempt is written with. */
export type AttemptMarks = { id: string; state: 'sending'; preparedAt: Date; sendingAt: Date }

/** Who stands in the audit row of an end; `actor` is null for a job. */
export type AttemptBy = { actor: { id: string } | null; requestId: string }

/** A statement that is part of a larger one. */
export type Change = TypedQueryBuilder<undefined> & PromiseLike<unknown>

/** What a transaction writes beside the attempt itself; with the audit row all of it is one statement. */
export type Changes = {
  changes: Change[]
  audit: AuditEntry | null
  /** What is derived from them, in the same transaction. */
  afterwards?: (tx: Tx) => Promise<unknown>
}

/** `changes` begin with the insert of the attempt. `obstacle`: why it must not go out; then nothing is sent. */
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
  /** Which rows of the table are of this kind; all of them where it is left out. */
  rows?: SQL
  /** Longer than a call can take (see the client's time limits): nobody waits for the answer of an older one. */
  abandonedAfterMs: number
  /** Changes nothing at the partner, whatever comes of it. */
  ready(services: Services): Promise<unknown>
  send(services: Services, request: Request): Promise<End>
  failed(services: Services, request: Request, failure: AttemptFailure): End | Promise<End>
  /** What of an end still holds where it counts as unknown. */
  asUnknown?: (end: End) => End
  /** The end of one whose process is gone. Never sent are only those of earlier versions of the desk. */
  lost(wasSent: boolean): End
  /**
   * The attempt and what it is of, locked. `isRepeat`: it repeats one whose outcome is unknown, because a person
   * had it sent again.
   */
  lock(tx: Tx, attemptId: string): Promise<{ state: AttemptState; isRepeat: boolean; subject: Subject }>
  /** What an end means for the subject. `columns`: what this ledger keeps of it besides `AttemptEnd`. */
  record(
    tx: Tx,
    subject: Subject,
    end: End,
    context: { services: Services; by: AttemptBy; attemptId: string; now: Date },
  ): Promise<Changes & { result: Result; columns?: Record<string, unknown> }>
}

/** One attempt, and who makes or recovers it. */
type Run<Request, End extends AttemptEnd, Subject, Result> = {
  services: Services
  by: AttemptBy
  kind: AttemptKind<Request, End, Subject, Result>
  attemptId: string
}

/**
 * Sends something to the partner, once. `write` may refuse instead, and then nothing is written or sent. `result` is
 * null where the attempt had an end before its answer could be recorded.
 */
export async function attempt<Request, End extends AttemptEnd, Subject, Result, Refusal>(
  services: Services,
  by: AttemptBy,
  kind: AttemptKind<Request, End, Subject, Result>,
  write: (tx: Tx, marks: AttemptMarks) => Promise<Written<Request> | { refusal: Refusal }>,
): Promise<{ refusal: Refusal } | { end: End; result: Result | null }> {
  const attemptId = crypto.randomUUID()
  const run = { services, by, kind, attemptId }
  const notReady = await kind.ready(services).then(
    () => null,
    (error: unknown) => failureOf(error, attemptId, false),
  )
  const started = await services.db.transaction(async (tx) => {
    let at: Date | undefined
    const begun = () => {
      at ??= services.now()
      return at
    }
    const written = await write(tx, {
      id: attemptId,
      state: 'sending',
      // When it is written, and not when it was asked for: attempts stand in the order in which they had their turn.
      get preparedAt() {
        return begun()
      },
      get sendingAt() {
        return begun()
      },
    })
    if ('refusal' in written) return written
    await writeChanges(tx, written)
    const held = written.obstacle ?? services.held
    const obstacle = held ? notSent(held) : notReady
    if (!obstacle) return written
    // It never goes out, so that its beginning and its end are one commit.
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

/** The call, and how it ended; never throws for what the call did. */
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

/** What is no answer of the partner broke inside the desk: once the attempt is written, nobody knows how far it came. */
function failureOf(error: unknown, attemptId: string, wasWritten: boolean): AttemptFailure {
  if (isPartnerError(error)) {
    const state =
      error.kind === 'refused' ? 'refused' : error.outcome === 'not-applied' ? 'not-sent' : 'unknown'
    const { message, httpStatus, rawText: answer, problems } = error
    return { state, message, httpStatus, answer, problems }
  }
  log.error({ err: error, attempt: attemptId }, 'sending broke off inside the desk')
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

/** How it ended is known only here until it is stored: a database that is away for a moment must not lose it. */
async function keepEnd<Request, End extends AttemptEnd, Subject, Result>(
  run: Run<Request, End, Subject, Result>,
  end: End,
): Promise<Result | null> {
  try {
    return await retryUntilStored(() => recordEnd(run, end), isEnded)
  } catch (error) {
    if (!isEnded(error)) throw error
    log.warn({ attempt: run.attemptId }, 'an answer came for an attempt that has an end')
    await retryUntilStored(() => noteLateEnd(run, end))
    return null
  }
}

/**
 * An end that came after the attempt had one, from a recovery: it changes nothing by itself, because a person may
 * have acted on the other, and it is written beside it, so that whoever resolves or looks again sees it.
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
    // Our own end, stored although its confirmation was lost on the way.
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
        answer: before.answer ?? end.answer?.slice(0, MOST_OF_LATE) ?? null,
      })
      .where(eq(table.id, attemptId))
  })

/** Of a raw answer; one of many errors has megabytes. */
const MOST_OF_LATE = 100_000

const LATE: Readonly<Record<AttemptEnd['state'], string>> = {
  accepted: 'the partner accepted it',
  refused: 'the partner refused it',
  'not-sent': 'it was not sent',
  unknown: 'its outcome is not clear',
}

/** Somebody else was first to write an attempt's end: an answer that came late, or a recovery by another instance. */
export class AttemptEndedError extends Error {
  override readonly name = 'AttemptEndedError'

  constructor() {
    super('This attempt already has an end.')
  }
}

const isEnded = (error: unknown): boolean => error instanceof AttemptEndedError

export const OPEN_STATES = ['prepared', 'sending'] as const satisfies AttemptState[]

/** Writes an attempt's end and what follows from it, together. An attempt ends once, from one of these states. */
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
  const end = sanitizeText(isRepeat && tellsNothing(given) ? asUnknown(asBefore(given)) : given)
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
 * Where somebody had a request of unknown outcome sent again, and that was not taken (401, 403, no connection) or was
 * refused as a whole, nobody knows any better than before: the first one may have been applied.
 */
const tellsNothing = ({ state }: AttemptEnd): boolean => state === 'not-sent' || state === 'refused'

const asBefore = <End extends AttemptEnd>(end: End): End => ({
  ...end,
  state: 'unknown',
  message: `${end.message} The earlier attempt may have been applied. Its outcome is still unknown.`,
})

/** What changes together goes in one statement: on a database elsewhere each is a round trip. */
export async function writeChanges(tx: Tx, { changes, audit, afterwards }: Changes): Promise<void> {
  if (audit) {
    const named = changes.map((change, index) => tx.$with(`change_${index}`).as(change))
    await recordAudit(tx.with(...named), audit)
    await tellPeople(tx, audit)
  } else for (const change of changes) await change
  await afterwards?.(tx)
}
