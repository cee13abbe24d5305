import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { sessions, signInFailures, users } from '@/lib/db/schema/desk'
import { recordAudit } from '@/lib/server/audit'
import { verifyPassword } from './passwords'

const TRIES = 10
const CLOSED_MINUTES = 30
export const SESSION_HOURS = 12
export const IDLE_MINUTES = 15

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

export type SignInResult =
  | { ok: true; sessionId: string; userId: string }
  | { ok: false; reason: 'wrong' }
  | { ok: false; reason: 'closed'; minutes: number }

type World = { db: Db; now: Date; requestId: string }

/**
 * Checks a password and opens a session. Unknown people, wrong passwords and deactivated people get one
 * answer. After ten failures within half an hour an account, and likewise an address, is closed for 30
 * minutes: also to the right password, or the closing would say when it was guessed.
 */
export async function signIn(
  { db, now, requestId }: World,
  input: { email: string; password: string; address: string },
): Promise<SignInResult> {
  const email = input.email.trim().toLowerCase()
  const doors = [`account:${email}`, `address:${input.address}`]
  const failures = await db.select().from(signInFailures).where(inArray(signInFailures.door, doors))
  const closedUntil = failures
    .map((row) => row.closedUntil?.getTime() ?? 0)
    .reduce((a, b) => Math.max(a, b), 0)
  if (closedUntil > now.getTime()) {
    return { ok: false, reason: 'closed', minutes: Math.ceil((closedUntil - now.getTime()) / 60_000) }
  }

  const [user] = await db.select().from(users).where(eq(users.email, email))
  const right = await verifyPassword(user?.passwordHash ?? null, input.password)
  if (!user || !right || !user.active) {
    await recordFailure(db, doors, now)
    return { ok: false, reason: 'wrong' }
  }

  return db.transaction(async (tx) => {
    await tx.delete(signInFailures).where(eq(signInFailures.door, `account:${email}`))
    const [session] = await tx
      .insert(sessions)
      .values({
        userId: user.id,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: minutesAfter(now, SESSION_HOURS * 60),
      })
      .returning({ id: sessions.id })
    if (!session) throw new Error('A session row was not returned.')
    await recordAudit(tx, {
      at: now,
      actorId: user.id,
      action: 'signed-in',
      subject: ['user', user.id],
      requestId,
      detail: { address: input.address },
    })
    return { ok: true, sessionId: session.id, userId: user.id }
  })
}

/** Counts in the database itself, so that guesses sent at the same time cannot share one count. */
async function recordFailure(db: Db, doors: string[], now: Date) {
  const since = minutesAfter(now, -CLOSED_MINUTES).toISOString()
  const closed = minutesAfter(now, CLOSED_MINUTES).toISOString()
  await db
    .insert(signInFailures)
    .values(doors.map((door) => ({ door, failures: 1, lastAt: now })))
    .onConflictDoUpdate({
      target: signInFailures.door,
      set: {
        failures: sql`case when ${signInFailures.lastAt} < ${since}::timestamptz then 1 else ${signInFailures.failures} + 1 end`,
        closedUntil: sql`case when ${signInFailures.lastAt} >= ${since}::timestamptz and ${signInFailures.failures} + 1 >= ${TRIES} then ${closed}::timestamptz end`,
        lastAt: now,
      },
    })
}
