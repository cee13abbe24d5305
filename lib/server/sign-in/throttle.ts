import { and, asc, eq, inArray, like, or, sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '@/lib/db/client'
import { signInFailures } from '@/lib/db/schema/people'
import { countedAs } from '@/lib/domain/access/trusted-proxies'

const TRIES = 10
const WINDOW_MINUTES = 30

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

export type ThrottleKind = 'account' | 'address' | 'device'
export type Door = { kind: ThrottleKind; door: string }

/** Of whoever can call from this address: in IPv6 from every one beside it. */
export const addressKey = (address: string): Door => ({
  kind: 'address',
  door: `address:${countedAs(address)}`,
})

/** How long a door is closed after its tenth failure, and after each one beyond it. */
const waitMinutes = (kind: ThrottleKind, failures: number): number =>
  kind === 'account' ? Math.min(2 ** (failures - TRIES), WINDOW_MINUTES) : WINDOW_MINUTES

type Allowed = { closedUntil: Date } | { lastFailures: Map<string, Date> }

/**
 * Counts a try at each door before the password is looked at, as if it failed: of guesses sent at the same
 * time no two share a count, and no more of them are judged than a door allows. At a closed door nothing is counted.
 * `onClosing` is told once, by the try that closes one.
 */
export async function takeTry(
  db: Db,
  doors: readonly Door[],
  now: Date,
  onClosing: (tx: DbOrTx) => Promise<void> = async () => {},
): Promise<Allowed> {
  const names = doors.map(({ door }) => door).sort()
  const early = await closedUntil(db, names, now)
  if (early) return { closedUntil: early }
  return db.transaction(async (tx) => {
    await tx
      .insert(signInFailures)
      .values(names.map((door) => ({ door, failures: 0, since: now, lastAt: now })))
      .onConflictDoNothing()
    // In one order, so that two tries cannot wait for each other.
    const rows = await tx
      .select()
      .from(signInFailures)
      .where(inArray(signInFailures.door, names))
      .orderBy(asc(signInFailures.door))
      .for('update')
    const closed = lastOf(rows, now)
    if (closed) return { closedUntil: closed }
    let closes = false
    for (const row of rows) {
      const kind = doors.find(({ door }) => door === row.door)?.kind ?? 'address'
      const isOver = isForgotten(kind, row, now)
      const failures = isOver ? 1 : row.failures + 1
      const closedUntil = failures >= TRIES ? minutesAfter(now, waitMinutes(kind, failures)) : null
      if (closedUntil) closes = true
      await tx
        .update(signInFailures)
        .set({ failures, since: isOver ? now : row.since, lastAt: now, closedUntil })
        .where(eq(signInFailures.door, row.door))
    }
    if (closes) await onClosing(tx)
    return { lastFailures: new Map(rows.map(({ door, lastAt }) => [door, lastAt])) }
  })
}

type FailureRow = typeof signInFailures.$inferSelect

/**
 * Half an hour after the first failure the count begins again; where a door was closed, when it opens. An account opens
 * soon, and keeps its count for half an hour more, or the next ten tries would be free.
 */
function isForgotten(kind: ThrottleKind, { failures, since, closedUntil }: FailureRow, now: Date): boolean {
  if (failures < TRIES || !closedUntil) return now >= minutesAfter(since, WINDOW_MINUTES)
  return now >= (kind === 'account' ? minutesAfter(closedUntil, WINDOW_MINUTES) : closedUntil)
}

async function closedUntil(db: DbOrTx, doors: string[], now: Date): Promise<Date | null> {
  return lastOf(await db.select().from(signInFailures).where(inArray(signInFailures.door, doors)), now)
}

const lastOf = (rows: readonly FailureRow[], now: Date): Date | null =>
  rows
    .flatMap(({ closedUntil }) => (closedUntil && closedUntil > now ? [closedUntil] : []))
    .sort((a, b) => b.getTime() - a.getTime())[0] ?? null

/** Somebody has a new password: what was tried with the old one has nobody wait any more. */
export const forgetFailuresOf = (tx: DbOrTx, { id, email }: { id: string; email: string }) => {
  const ofBrowser = ` ${email}`
  return tx
    .delete(signInFailures)
    .where(
      or(
        inArray(signInFailures.door, [`account:${email}`, `password:${id}`]),
        and(
          like(signInFailures.door, 'device:%'),
          sql`right(${signInFailures.door}, ${ofBrowser.length}) = ${ofBrowser}`,
        ),
      ),
    )
}

/**
 * What was shown was right: the account and the browser begin anew, the address gets its try back. One after the other in
 * the order in which `takeTry` locks them, so that a try and the end of another cannot wait for each other.
 */
export async function forgetFailures(
  tx: DbOrTx,
  doors: readonly Door[],
  takenAt: Date,
  lastFailures: Map<string, Date>,
): Promise<void> {
  for (const { kind, door } of doors.toSorted((a, b) => (a.door < b.door ? -1 : 1))) {
    if (kind === 'address') await giveTryBack(tx, door, takenAt, lastFailures.get(door) ?? takenAt)
    else await tx.delete(signInFailures).where(eq(signInFailures.door, door))
  }
}

/** The password was right: its try was no failure of this address. The failures of others stay. */
export async function giveTryBack(
  tx: DbOrTx,
  door: string,
  takenAt: Date,
  lastFailureAt: Date,
): Promise<void> {
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
