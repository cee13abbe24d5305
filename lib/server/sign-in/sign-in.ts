import { asc, eq, inArray } from 'drizzle-orm'
import type { Db, DbOrTx } from '@/lib/db/client'
import { sessions, signInFailures, users } from '@/lib/db/schema/desk'
import { recordAudit } from '@/lib/server/audit'
import { storable } from '@/lib/server/storable'
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
  const email = storable(input.email).trim().toLowerCase()
  const account = `account:${email}`
  const address = `address:${input.address}`
  const taken = await takeTry(db, [account, address], now)
  if ('closedUntil' in taken) {
    const minutes = Math.ceil((taken.closedUntil.getTime() - now.getTime()) / 60_000)
    return { ok: false, reason: 'closed', minutes }
  }

  const [user] = await db.select().from(users).where(eq(users.email, email))
  const right = await verifyPassword(user?.passwordHash ?? null, input.password)
  if (!user || !right || !user.active) return { ok: false, reason: 'wrong' }

  return db.transaction(async (tx) => {
    await tx.delete(signInFailures).where(eq(signInFailures.door, account))
    await giveTryBack(tx, address, now, taken.lastFailures.get(address) ?? now)
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

type Taken = { closedUntil: Date } | { lastFailures: Map<string, Date> }

/**
 * Counts a try at each door before the password is looked at, as if it failed: of guesses sent at the same
 * time no two share a count, and no more of them are judged than a door allows. At a closed door nothing is counted.
 */
async function takeTry(db: Db, doors: string[], now: Date): Promise<Taken> {
  return db.transaction(async (tx) => {
    await tx
      .insert(signInFailures)
      .values(doors.map((door) => ({ door, failures: 0, lastAt: now })))
      .onConflictDoNothing()
    // In one order, so that two tries cannot wait for each other.
    const rows = await tx
      .select()
      .from(signInFailures)
      .where(inArray(signInFailures.door, doors))
      .orderBy(asc(signInFailures.door))
      .for('update')
    const closed = rows.flatMap(({ closedUntil }) => (closedUntil && closedUntil > now ? [closedUntil] : []))
    const [last] = closed.sort((a, b) => b.getTime() - a.getTime())
    if (last) return { closedUntil: last }
    const since = minutesAfter(now, -CLOSED_MINUTES)
    for (const { door, failures: before, lastAt } of rows) {
      const failures = lastAt > since ? before + 1 : 1
      const closedUntil = failures >= TRIES ? minutesAfter(now, CLOSED_MINUTES) : null
      await tx
        .update(signInFailures)
        .set({ failures, lastAt: now, closedUntil })
        .where(eq(signInFailures.door, door))
    }
    return { lastFailures: new Map(rows.map(({ door, lastAt }) => [door, lastAt])) }
  })
}

/** The password was right: its try was no failure of this address. The failures of others stay. */
async function giveTryBack(tx: DbOrTx, door: string, takenAt: Date, lastFailureAt: Date): Promise<void> {
  const [row] = await tx.select().from(signInFailures).where(eq(signInFailures.door, door)).for('update')
  if (!row) return
  const failures = Math.max(row.failures - 1, 0)
  await tx
    .update(signInFailures)
    .set({
      failures,
      lastAt: row.lastAt.getTime() === takenAt.getTime() ? lastFailureAt : row.lastAt,
      closedUntil: failures >= TRIES ? row.closedUntil : null,
    })
    .where(eq(signInFailures.door, door))
}
