import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/lib/db/client'
import { sandboxCallbacks, sandboxProfiles } from '@/lib/db/schema/sandbox'
import type { EventFields } from './callback-event'
import type { PostResult } from './callback-post'

/**
 * Events to be delivered to a profile's response address. The interface does not describe retries; contract.md, "The
 * sandbox", does. All state is in the table, so that nothing is lost in a restart. Delivery is at least once.
 */

/** Pauses between attempts. The event is given up after the attempt that follows the last one. */
const DELAYS_MS = [1_000, 5_000, 25_000, 125_000]

/** How long a sender holds an event exclusively: longer than its deadline for one attempt. */
const LEASE_MS = 15_000

export const encodeFields = (fields: EventFields): string => String(new URLSearchParams(fields))

type NewCallback = { profileId: string; body: string; at: Date; times?: number }

/** Queues `times` copies of a form-encoded body, due immediately, and returns the number of the first. */
export async function queueCallbacks(
  tx: Tx,
  { profileId, body, at, times = 1 }: NewCallback,
): Promise<number> {
  const moment = sql`${sql.param(at, sandboxCallbacks.createdAt)}::timestamptz`
  // The body goes to the database once, however many copies there are.
  const { rows } = await tx.execute<{ first: string }>(sql`
    with queued as (
      insert into ${sandboxCallbacks} (profile_id, body, created_at, state, next_attempt_at)
      select ${profileId}, ${body}, ${moment}, 'waiting', ${moment} from generate_series(1, ${times}::int)
      returning n
    )
    select min(n)::text as first from queued`)
  return Number(rows[0]?.first)
}

const NO_ADDRESS = 'The profile has no response address; the event waits until it has one'

/** Events after number `since`, oldest first; with `last`, only the newest so many. */
export async function listCallbacks(tx: Tx, { since, last }: { since: number; last?: number | undefined }) {
  const found = tx
    .select({ callback: sandboxCallbacks, address: sandboxProfiles.responseUrl })
    .from(sandboxCallbacks)
    .leftJoin(sandboxProfiles, eq(sandboxProfiles.profileId, sandboxCallbacks.profileId))
    .where(gt(sandboxCallbacks.n, since))
  const rows =
    last === undefined
      ? await found.orderBy(asc(sandboxCallbacks.n))
      : (await found.orderBy(desc(sandboxCallbacks.n)).limit(last)).reverse()
  return rows.map(({ callback, address }) => {
    const unreachable = callback.state === 'waiting' && address === null
    const lastProblem = unreachable ? NO_ADDRESS : callback.lastProblem
    return { ...callback, lastProblem, fields: decodeFields(callback.body) }
  })
}

/** Fields by name, for people to read. A repeated name keeps its first value. */
function decodeFields(body: string): EventFields {
  const fields = new Map<string, string>()
  // URLSearchParams strips a leading "?"; the & keeps it.
  for (const [name, value] of new URLSearchParams(`&${body}`)) if (!fields.has(name)) fields.set(name, value)
  return Object.fromEntries(fields)
}

/** An event that only one sender may post until `leasedUntil`. If no result is recorded by then, it is due again. */
export type Claim = {
  n: number
  body: string
  responseUrl: string
  attempts: number
  claimedAt: Date
  leasedUntil: Date
}

/**
 * Claims up to `limit` due events. An event whose profile has no response address waits without using up attempts,
 * because people who set the address later expect to receive earlier events too.
 */
export async function claimDueCallbacks(db: Db, now: Date, limit: number): Promise<Claim[]> {
  // A separate query: one statement over both tables could deadlock with a reset, which locks all tables.
  const addresses = await readAddresses(db)
  if (addresses.size === 0) return []
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const due = db.$with('due').as(
    db
      .select({ n: sandboxCallbacks.n })
      .from(sandboxCallbacks)
      .where(
        and(
          eq(sandboxCallbacks.state, 'waiting'),
          lte(sandboxCallbacks.nextAttemptAt, now),
          inArray(sandboxCallbacks.profileId, [...addresses.keys()]),
        ),
      )
      .orderBy(sandboxCallbacks.nextAttemptAt, sandboxCallbacks.n)
      .limit(limit)
      .for('update', { skipLocked: true }),
  )
  const claimed = await db
    .with(due)
    .update(sandboxCallbacks)
    .set({ nextAttemptAt: leasedUntil })
    .from(due)
    .where(eq(sandboxCallbacks.n, due.n))
    .returning({
      n: sandboxCallbacks.n,
      profileId: sandboxCallbacks.profileId,
      body: sandboxCallbacks.body,
      attempts: sandboxCallbacks.attempts,
    })
  return claimed
    .sort((a, b) => a.n - b.n)
    .map(({ profileId, ...callback }) => ({
      ...callback,
      responseUrl: addresses.get(profileId) ?? '',
      claimedAt: now,
      leasedUntil,
    }))
}

/** Response addresses by profile id, for profiles that have one. */
async function readAddresses(db: Db): Promise<Map<string, string>> {
  const profiles = await db.select().from(sandboxProfiles)
  return new Map(
    profiles.flatMap(({ profileId, responseUrl }) =>
      responseUrl === null ? [] : [[profileId, responseUrl]],
    ),
  )
}

/** Interface, "Response callback": only HTTP 200 acknowledges receipt. */
export async function recordAttempt(db: Db, claim: Claim, outcome: PostResult, now: Date): Promise<void> {
  const delayMs = DELAYS_MS[claim.attempts]
  const next =
    outcome.status === 200
      ? { state: 'acknowledged' as const, nextAttemptAt: null }
      : delayMs === undefined
        ? { state: 'given-up' as const, nextAttemptAt: null }
        : { state: 'waiting' as const, nextAttemptAt: new Date(now.getTime() + delayMs) }
  await db
    .update(sandboxCallbacks)
    .set({
      ...next,
      attempts: claim.attempts + 1,
      responseUrl: claim.responseUrl,
      lastAttemptAt: claim.claimedAt,
      lastStatus: outcome.status,
      lastProblem: outcome.problem,
    })
    .where(stillClaimed(claim))
}

/** Makes an event due again after the sender stopped in mid-attempt. The aborted attempt does not count. */
export async function returnClaim(db: Db, claim: Claim, now: Date): Promise<void> {
  await db.update(sandboxCallbacks).set({ nextAttemptAt: now }).where(stillClaimed(claim))
}

/** Matches no row if the lease expired and another sender took over, or a reset removed the event. */
const stillClaimed = ({ n, leasedUntil }: Claim) =>
  and(
    eq(sandboxCallbacks.n, n),
    eq(sandboxCallbacks.state, 'waiting'),
    eq(sandboxCallbacks.nextAttemptAt, leasedUntil),
  )
