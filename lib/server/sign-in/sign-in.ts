import { and, eq } from 'drizzle-orm'
import type { Db, DbOrTx } from '@/lib/db/client'
import { users } from '@/lib/db/schema/people'
import { isOpenWithoutProvider, type SingleSignOn } from '@/lib/domain/access/single-sign-on'
import { recordAudit } from '@/lib/server/audit'
import { sanitizeText } from '@/lib/server/sanitize-text'
import { verifyPassword } from './passwords'
import { findSignedIn, openSession } from './sessions'
import { addressKey, type Door, forgetFailures, takeTry } from './throttle'

export type SignInResult =
  | { ok: true; sessionId: string; userId: string }
  | { ok: false; reason: 'wrong' }
  | { ok: false; reason: 'closed'; minutes: number }

type Services = { db: Db; now: Date; requestId: string; singleSignOn: SingleSignOn | null }

type Attempt = {
  email: string
  password: string
  address: string
  userAgent?: string
  /** A browser that is known for this account (`known-device.ts`); null for any other. */
  device?: string | null
}

/** The normalized email, for the lookup and for the known-device cookie. */
export const accountName = (email: string): string => sanitizeText(email).trim().toLowerCase()

/**
 * Checks a password and opens a session, or its first stage. Unknown people, wrong passwords, deactivated people, and
 * people who must use the identity provider all get the same answer. Ten failures within half an hour close the address
 * for 30 minutes, and delay further tries at the account, from one minute up to 30. The delay applies even to the right
 * password, or it would reveal a correct guess. A browser known for the account has ten tries of its own, whatever
 * strangers do.
 */
export async function signIn(
  { db, now, requestId, singleSignOn }: Services,
  { password, address, userAgent = '', device = null, ...input }: Attempt,
): Promise<SignInResult> {
  const email = accountName(input.email)
  const doors: Door[] =
    device === null
      ? [{ kind: 'account', door: `account:${email}` }, addressKey(address)]
      : [{ kind: 'device', door: `device:${device} ${email}` }]
  const [user] = await db.select().from(users).where(eq(users.email, email))
  const subject: ['user', string] = ['user', user?.id ?? 'unknown']
  const told = (action: 'sign-in-failed' | 'sign-in-delayed', tx: DbOrTx) =>
    // What was typed is not stored, because people type passwords into the wrong box.
    recordAudit(tx, { at: now, actorId: null, action, subject, requestId, address, detail: { address } })

  const taken = await takeTry(db, doors, now, (tx) => told('sign-in-delayed', tx))
  if ('closedUntil' in taken) {
    const minutes = Math.ceil((taken.closedUntil.getTime() - now.getTime()) / 60_000)
    return { ok: false, reason: 'closed', minutes }
  }

  const passwordHash = user?.passwordHash ?? null
  const right = await verifyPassword(passwordHash, password)
  if (
    !user ||
    passwordHash === null ||
    !right ||
    !user.active ||
    !isOpenWithoutProvider(singleSignOn, email)
  ) {
    await told('sign-in-failed', db)
    return { ok: false, reason: 'wrong' }
  }

  return db.transaction(async (tx) => {
    // The password or the person may have changed during the check.
    const [still] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, user.id), eq(users.active, true), eq(users.passwordHash, passwordHash)))
      .for('no key update')
    if (!still) return { ok: false, reason: 'wrong' }
    await forgetFailures(tx, doors, now, taken.lastFailures)
    const sessionId = await openSession(tx, { userId: user.id, address, userAgent, now })
    const opened = await findSignedIn(tx, sessionId, now)
    await recordAudit(tx, {
      at: now,
      actorId: user.id,
      // A person who has or needs a second factor is signed in only after showing it (`confirm.ts`).
      action: opened?.stage === 'complete' ? 'signed-in' : 'sign-in-begun',
      subject,
      requestId,
      address,
      detail: { address },
    })
    return { ok: true, sessionId, userId: user.id }
  })
}
