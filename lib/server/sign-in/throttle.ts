import { and, asc, eq, inArray, like, or, sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '@/lib/db/client'
import { signInFailures } from '@/lib/db/schema/people'
import { countedAs } from '@/lib/domain/access/trusted-proxies'

const TRIES = 10
const WINDOW_MINUTES = 30

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

export type ThrottleKind = 'account' | 'address' | 'device'
export type Door = { kind: ThrottleKind; door: string }

/** The door of an address; for IPv6, of its whole network. */
export const addressKey = (address: string): Door => ({
  kind: 'address',
  door: `address:${countedAs(address)}`,
})

/** How long a door stays closed after its tenth failure, and after each further one. */
const waitMinutes = (kind: ThrottleKind, failures: number): number =>
  kind === 'account' ? Math.min(2 ** (failures - TRIES), WINDOW_MINUTES) : WINDOW_MINUTES

type Allowed = { closedUntil: Date } | { lastFailures: Map<string, Date> }

/**
 * Counts a try at each door as a failure before the password is checked, so that guesses sent at the same time cannot
 * share a count, and no more are checked than a door allows. A closed door counts nothing. The try that closes a door
 * calls `onClosing`, once.
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
    // Always in the same order, so that two tries cannot deadlock.
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
 * The count starts over half an hour after the first failure, or when a closed door opens. An account's door opens
 * sooner, so it keeps its count for another half hour; otherwise the next ten tries would be free.
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

/** After a new password, failures with the old one no longer make anyone wait. */
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
 * After a correct proof: the account and the browser start over, and the address gets its try back. In the order in
 * which `takeTry` locks them, so that this and another try cannot deadlock.
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

/** The password was right, so its try was no failure of this address. Its other failures still count. */
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
