import { eq } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { users } from '@/lib/db/schema/people'
import type { Outcome } from '@/lib/domain/values/outcome'
import { recordAudit } from '@/lib/server/audit'
import { verifyPassword } from '@/lib/server/sign-in/passwords'
import { giveTryBack, takeTry } from '@/lib/server/sign-in/throttle'

/** What counts the wrong ones; a new password opens it. */
export const ownPasswordKey = (personId: string) => `password:${personId}`

type Checked = Outcome<{ person: typeof users.$inferSelect }>

/**
 * Asks for the present password, ten times in half an hour, so that an open screen is not enough to take an account
 * over.
 */
export async function checkOwnPassword(
  { db, now: clock, requestId }: { db: Db; now: () => Date; requestId: string },
  personId: string,
  typed: string,
): Promise<Checked> {
  const now = clock()
  const door = ownPasswordKey(personId)
  const taken = await takeTry(db, [{ kind: 'device', door }], now)
  if ('closedUntil' in taken)
    return { ok: false, message: 'Too many wrong passwords. Try again in half an hour.' }
  const [person] = await db.select().from(users).where(eq(users.id, personId))
  if (!person || !(await verifyPassword(person.passwordHash, typed))) {
    await recordAudit(db, {
      at: now,
      actorId: personId,
      action: 'account-password-refused',
      subject: ['user', personId],
      requestId,
      detail: {},
    })
    return { ok: false, message: 'This is not your current password.' }
  }
  await db.transaction((tx) => giveTryBack(tx, door, now, taken.lastFailures.get(door) ?? now))
  return { ok: true, person }
}
