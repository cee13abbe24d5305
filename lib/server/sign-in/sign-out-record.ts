import { eq } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { sessions } from '@/lib/db/schema/people'
import { recordAudit } from '@/lib/server/audit'
import { endSessions } from './sessions'

/** Ends a session because the person signed out. Repeating it changes nothing and is not recorded. */
export async function recordSignOut(db: Db, sessionId: string, now: Date, requestId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [session] = await tx
      .select({ userId: sessions.userId })
      .from(sessions)
      .where(eq(sessions.id, sessionId))
    if (!session || (await endSessions(tx, { sessionId }, now)) === 0) return
    await recordAudit(tx, {
      at: now,
      actorId: session.userId,
      action: 'signed-out',
      subject: ['user', session.userId],
      requestId,
      detail: {},
    })
  })
}
