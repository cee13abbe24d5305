import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { sessions, users } from '@/lib/db/schema/desk'
import type { Role } from '@/lib/domain/access/permissions'
import { IDLE_MINUTES } from './sign-in'

export type Actor = { id: string; name: string; email: string; roles: Role[]; sessionId: string }

/** Writing the last sight of a person at every request would make every read a write. */
const TOUCH_AFTER_MS = 60_000

/** Who holds this session now: null when it was ended, ran out, stood idle, or the person was deactivated. */
export async function findActor(db: Db, sessionId: string, now: Date): Promise<Actor | null> {
  const idleSince = new Date(now.getTime() - IDLE_MINUTES * 60_000)
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      roles: users.roles,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sessionId),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, idleSince),
        eq(users.active, true),
      ),
    )
  if (!row) return null
  const { lastSeenAt, ...person } = row
  if (now.getTime() - lastSeenAt.getTime() > TOUCH_AFTER_MS) {
    await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, sessionId))
  }
  return { ...person, sessionId }
}

/** Ends one session, or every session of a person. */
export async function endSessions(
  db: Db,
  which: { sessionId: string } | { userId: string },
  now: Date,
): Promise<void> {
  const one = 'sessionId' in which ? eq(sessions.id, which.sessionId) : eq(sessions.userId, which.userId)
  await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(one, isNull(sessions.endedAt)))
}
