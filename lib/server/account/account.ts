import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { sessions, signInFailures, users } from '@/lib/db/schema/people'
import { deviceName } from '@/lib/domain/access/device'
import type {
  changeNameInput,
  changePasswordInput,
  changeTimeZoneInput,
  sessionInput,
} from '@/lib/domain/access/inputs'
import { passwordLengthProblem } from '@/lib/domain/access/password'
import { judgePassword, LISTED_PASSWORD } from '@/lib/domain/access/password-strength'
import { mailTimeOf } from '@/lib/domain/notifications/mail'
import { DeskError } from '@/lib/errors'
import { recordOwn } from '@/lib/server/audit'
import { isNameTaken, lockAccess, NAME_TAKEN, voidLinksFor } from '@/lib/server/people/access'
import type { Ctx } from '@/lib/server/services'
import { hashPassword, minLengthFor } from '@/lib/server/sign-in/passwords'
import { endSessions, isOpenSession } from '@/lib/server/sign-in/sessions'
import { viewFactors } from './factors'
import { checkOwnPassword, ownPasswordKey } from './own-password'
import type { AccountView } from './views'

export type AccountRefusal = { ok: false; message: string; field?: string }
export type AccountResult = { ok: true } | AccountRefusal
export type EndedResult = { ok: true; ended: number } | AccountRefusal

const refused = (message: string, field?: string): AccountRefusal => ({
  ok: false,
  message,
  ...(field && { field }),
})

export async function viewAccount(ctx: Ctx, hasPasskeys = false): Promise<AccountView> {
  const [person] = await ctx.db.select().from(users).where(eq(users.id, ctx.actor.id))
  if (!person) throw new DeskError('signed-out')
  const open = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, person.id), isOpenSession(ctx.now())))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
  return {
    name: person.name,
    email: person.email,
    roles: person.roles,
    hasPassword: person.passwordHash !== null,
    passwordChangedAt: person.passwordChangedAt?.toISOString() ?? null,
    minPasswordLength: await minLengthFor(ctx.db, person.roles),
    timeZone: person.timeZone,
    mail: ctx.mail && {
      personal: mailTimeOf(person.noticeMail, 'personal'),
      boarding: mailTimeOf(person.noticeMail, 'boarding'),
      money: mailTimeOf(person.noticeMail, 'money'),
      operations: mailTimeOf(person.noticeMail, 'operations'),
    },
    factors: await viewFactors(ctx, hasPasskeys),
    sessions: open
      .map((session) => ({
        id: session.id,
        device: deviceName(session.userAgent),
        address: session.address,
        openedAt: session.createdAt.toISOString(),
        lastSeenAt: session.lastSeenAt.toISOString(),
        isThis: session.id === ctx.actor.sessionId,
      }))
      .sort((a, b) => Number(b.isThis) - Number(a.isThis)),
  }
}

export async function changeName(
  ctx: Ctx,
  { name }: z.output<typeof changeNameInput>,
): Promise<AccountResult> {
  return ctx.db.transaction(async (tx): Promise<AccountResult> => {
    await lockAccess(tx)
    const person = await lockSelf(ctx, tx)
    if (person.name === name) return { ok: true }
    if (await isNameTaken(tx, name, person.id)) return NAME_TAKEN
    await tx.update(users).set({ name }).where(eq(users.id, person.id))
    await recordOwn(ctx, tx, 'account-name-changed', { before: person.name, after: name })
    return { ok: true }
  })
}

/**
 * Asks for the present password. Every other session ends: someone else may have known the old one.
 */
export async function changePassword(
  ctx: Ctx,
  { current, password }: z.output<typeof changePasswordInput>,
): Promise<EndedResult> {
  const { actor } = ctx
  const now = ctx.now()
  const checked = await checkOwnPassword(ctx, actor.id, current)
  if (!checked.ok) return refused(checked.message, 'current')
  const { person } = checked
  if (current === password) return refused('Choose a password that you do not use yet.', 'password')
  const wrongLength = passwordLengthProblem(password, await minLengthFor(ctx.db, person.roles))
  if (wrongLength) return refused(wrongLength, 'password')
  if ((await judgePassword(password, person)).isListed) return refused(LISTED_PASSWORD, 'password')
  const passwordHash = await hashPassword(password)
  return ctx.db.transaction(async (tx): Promise<EndedResult> => {
    const locked = await lockSelf(ctx, tx)
    if (locked.passwordHash !== person.passwordHash)
      return refused('Your password was changed. Sign in again.')
    await tx.update(users).set({ passwordHash, passwordChangedAt: now }).where(eq(users.id, actor.id))
    await tx.delete(signInFailures).where(eq(signInFailures.door, ownPasswordKey(actor.id)))
    const ended = await endSessions(tx, { userId: actor.id, except: actor.sessionId }, now)
    // A link to renew the old one would set the new one too.
    await voidLinksFor(tx, locked.email, now)
    await recordOwn(ctx, tx, 'account-password-changed', { sessionsEnded: ended })
    return { ok: true, ended }
  })
}

export async function changeTimeZone(
  ctx: Ctx,
  { timeZone }: z.output<typeof changeTimeZoneInput>,
): Promise<AccountResult> {
  await ctx.db
    .update(users)
    .set({ timeZone: timeZone || null })
    .where(eq(users.id, ctx.actor.id))
  return { ok: true }
}

/** One session of one's own; no one else's is found. */
export async function endOwnSession(
  ctx: Ctx,
  { sessionId }: z.output<typeof sessionInput>,
): Promise<AccountResult> {
  return ctx.db.transaction(async (tx): Promise<AccountResult> => {
    await lockSelf(ctx, tx)
    const [session] = await tx
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, ctx.actor.id)))
    if (!session) throw new DeskError('not-found')
    if ((await endSessions(tx, { sessionId }, ctx.now())) > 0)
      await recordOwn(ctx, tx, 'account-session-ended', { address: session.address })
    return { ok: true }
  })
}

export async function endOtherSessions(ctx: Ctx): Promise<EndedResult> {
  const { id: userId, sessionId: except } = ctx.actor
  return ctx.db.transaction(async (tx): Promise<EndedResult> => {
    await lockSelf(ctx, tx)
    const ended = await endSessions(tx, { userId, except }, ctx.now())
    if (ended > 0) await recordOwn(ctx, tx, 'account-other-sessions-ended', { sessions: ended })
    return { ok: true, ended }
  })
}

async function lockSelf(ctx: Ctx, tx: Tx): Promise<typeof users.$inferSelect> {
  const [person] = await tx.select().from(users).where(eq(users.id, ctx.actor.id)).for('no key update')
  if (!person?.active) throw new DeskError('signed-out')
  return person
}
