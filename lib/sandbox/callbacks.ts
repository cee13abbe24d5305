import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/lib/db/client'
import { sandboxCallbacks, sandboxProfiles } from '@/lib/db/schema/sandbox'
import type { EventFields } from './callback-event'
import type { PostResult } from './callback-post'

/**
 * Events on their way to a profile's response address. The interface shows no retries; contract.md, "The
 * sandbox", does. All that matters is in the table, so that a restart forgets nothing. Delivery is at least once.
 */

/** From the end of a failed attempt to the next; after the last of them the event is given up. */
const DELAYS_MS = [1_000, 5_000, 25_000, 125_000]

/** How long a sender keeps others off, unless it dies: longer than its deadline for an attempt. */
const LEASE_MS = 15_000

export const encodeFields = (fields: EventFields): string => String(new URLSearchParams(fields))

type NewCallback = { profileId: string; body: string; at: Date; times?: number }

/** Queues `times` copies of a form-encoded body, due at once, and gives the number of the first. */
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

/** Oldest first; those after number `since`, and of these the newest `last` where that is given. */
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

/** By name, for people to read; of a name that is repeated the first value. */
function decodeFields(body: string): EventFields {
  const fields = new Map<string, string>()
  // The leading & keeps a question mark from being taken for the beginning of a query.
  for (const [name, value] of new URLSearchParams(`&${body}`)) if (!fields.has(name)) fields.set(name, value)
  return Object.fromEntries(fields)
}

/** An event that one sender alone may post until `leasedUntil`; then, if nothing was recorded, it is due again. */
export type Claim = {
  n: number
  body: string
  responseUrl: string
  attempts: number
  claimedAt: Date
  leasedUntil: Date
}

/**
 * Takes up to `limit` events that are due. One whose profile has no response address waits, with none of its
 * attempts used, because whoever sets the address afterwards expects what happened before to come.
 */
export async function claimDueCallbacks(db: Db, now: Date, limit: number): Promise<Claim[]> {
  // Read apart: a statement over two tables and a reset, which locks all, could wait for each other.
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

/** Response addresses by profile, of those that have one. */
async function readAddresses(db: Db): Promise<Map<string, string>> {
  const profiles = await db.select().from(sandboxProfiles)
  return new Map(
    profiles.flatMap(({ profileId, responseUrl }) =>
      responseUrl === null ? [] : [[profileId, responseUrl]],
    ),
  )
}

/** Interface, "Response callback": HTTP 200 acknowledges receipt, and nothing else does. */
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

/** An attempt that was cut off by the end of its sender counts for nothing, and is made again. */
export async function returnClaim(db: Db, claim: Claim, now: Date): Promise<void> {
  await db.update(sandboxCallbacks).set({ nextAttemptAt: now }).where(stillClaimed(claim))
}

/** False when the lease ran out and another sender took over, or a reset removed the event. */
const stillClaimed = ({ n, leasedUntil }: Claim) =>
  and(
    eq(sandboxCallbacks.n, n),
    eq(sandboxCallbacks.state, 'waiting'),
    eq(sandboxCallbacks.nextAttemptAt, leasedUntil),
  )
