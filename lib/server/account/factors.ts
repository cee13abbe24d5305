import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { secondFactors, sessions, users } from '@/lib/db/schema/people'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type {
  beginFactorInput,
  factorInput,
  finishPasskeyInput,
  finishTotpInput,
  renameFactorInput,
} from '@/lib/domain/access/factor-inputs'
import {
  CONFIRMED_MINUTES,
  type FactorKind,
  isConfirmed,
  MAX_FACTORS,
} from '@/lib/domain/access/second-factor'
import { DeskError } from '@/lib/errors'
import { recordAudit, recordOwn } from '@/lib/server/audit'
import { isActiveOf, listFactors, removeAllFactors } from '@/lib/server/factors/active-factors'
import { addPasskey, beginPasskey } from '@/lib/server/factors/passkeys'
import { countRecoveryCodes, makeRecoveryCodes } from '@/lib/server/factors/recovery-codes'
import { activateTotp, beginTotp, type StartedTotp } from '@/lib/server/factors/totp'
import type { Ctx } from '@/lib/server/services'
import {
  type Asking,
  completeSession,
  lockActive,
  lockOpen,
  requireConfirmed,
} from '@/lib/server/sign-in/confirm'
import { endSessions, type SignedIn } from '@/lib/server/sign-in/sessions'
import { checkOwnPassword } from './own-password'
import type { FactorsView } from './views'

/** Someone who sets up a second factor: signed in, or on the way to it because they need one. */
export type Holder = Asking & { signedIn: SignedIn }

export type FactorRefusal = { ok: false; message: string; field?: string }
export type FactorResult = { ok: true } | FactorRefusal
/** `codes`: recovery codes, shown this once. `sessionId`: in place of the first stage that it was set up in. */
export type AddedFactor = { ok: true; codes: string[] | null; sessionId: string | null } | FactorRefusal
export type CodesResult = { ok: true; codes: string[] }

const refused = (message: string, field?: string): FactorRefusal => ({
  ok: false,
  message,
  ...(field && { field }),
})

const TOO_MANY = refused(`You can have ${MAX_FACTORS} at most. Remove one that you do not use.`)
const NO_PASSKEYS = refused('Passkeys need an address with a name, such as https://desk.example.com.')

export async function viewFactors(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  hasPasskeys: boolean,
): Promise<FactorsView> {
  const rows = await listFactors(db, actor.id)
  return {
    factors: rows.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
      id,
      kind,
      name,
      addedAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodes: await countRecoveryCodes(db, actor.id),
    isRequired: actor.factor?.isRequired ?? false,
    hasPasskeys,
  }
}

type Self = { id: string; name: string; email: string; sessionId: string }

/** No one adds a factor to someone else's account by what they find on a screen, or by a password alone. */
function selfOf(holder: Holder): Self {
  const { signedIn } = holder
  if (signedIn.stage === 'complete') {
    requireConfirmed({ actor: signedIn.actor, now: holder.now })
    return signedIn.actor
  }
  if (signedIn.stage === 'challenge') throw new DeskError('signed-out')
  return { ...signedIn.person, sessionId: signedIn.sessionId }
}

async function mayBegin(holder: Holder, password: string | undefined): Promise<FactorRefusal | null> {
  const { signedIn } = holder
  if (signedIn.stage !== 'complete' || signedIn.actor.factor) return null
  const [open] = await holder.db
    .select({ passwordHash: users.passwordHash, openedAt: sessions.createdAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, signedIn.actor.sessionId))
  // Without a password, what says that it is them is that they have just signed in.
  if (open?.passwordHash === null)
    return isConfirmed(open.openedAt, holder.now())
      ? null
      : refused(`Sign out and in again, then add it within ${CONFIRMED_MINUTES} minutes.`)
  if (!password) return refused('Enter your current password.', 'password')
  const checked = await checkOwnPassword(holder, signedIn.actor.id, password)
  return checked.ok ? null : refused(checked.message, 'password')
}

export async function beginTotpSetup(
  holder: Holder,
  { password }: z.output<typeof beginFactorInput>,
): Promise<({ ok: true } & StartedTotp) | FactorRefusal> {
  const self = selfOf(holder)
  const refusal = await mayBegin(holder, password)
  if (refusal) return refusal
  return holder.db.transaction(async (tx) => {
    await lockActive(tx, self.id)
    if ((await listFactors(tx, self.id)).length >= MAX_FACTORS) return TOO_MANY
    const started = await beginTotp(tx, holder.sealer, {
      userId: self.id,
      email: self.email,
      now: holder.now(),
    })
    return { ok: true, ...started }
  })
}

export async function finishTotpSetup(
  holder: Holder,
  { factorId, name, code }: z.output<typeof finishTotpInput>,
): Promise<AddedFactor> {
  const self = selfOf(holder)
  return holder.db.transaction(async (tx): Promise<AddedFactor> => {
    const had = await lockAndCount(tx, self)
    const now = holder.now()
    const outcome = await activateTotp(tx, holder.sealer, { userId: self.id, factorId, name, code, now })
    if (outcome === 'gone') return refused('This took too long or was started again elsewhere. Start again.')
    if (outcome === 'wrong')
      return refused('This code is wrong. Check the time on your phone, and enter the newest code.', 'code')
    return finishSetUp(holder, tx, self, { had, kind: 'totp', name })
  })
}

export async function beginPasskeySetup(
  holder: Holder,
  { password }: z.output<typeof beginFactorInput>,
): Promise<{ ok: true; options: PublicKeyCredentialCreationOptionsJSON } | FactorRefusal> {
  const self = selfOf(holder)
  const { rp } = holder
  if (rp === null) return NO_PASSKEYS
  const refusal = await mayBegin(holder, password)
  if (refusal) return refusal
  return holder.db.transaction(async (tx) => {
    await lockActive(tx, self.id)
    if ((await listFactors(tx, self.id)).length >= MAX_FACTORS) return TOO_MANY
    const asker = { ...self, userId: self.id, address: holder.address, now: holder.now() }
    return { ok: true, options: await beginPasskey(tx, rp, asker) }
  })
}

export async function finishPasskeySetup(
  holder: Holder,
  { name, response }: z.output<typeof finishPasskeyInput>,
): Promise<AddedFactor> {
  const self = selfOf(holder)
  const { rp } = holder
  if (rp === null) return NO_PASSKEYS
  return holder.db.transaction(async (tx): Promise<AddedFactor> => {
    const had = await lockAndCount(tx, self)
    const asker = { userId: self.id, sessionId: self.sessionId, address: holder.address, now: holder.now() }
    const added = await addPasskey(tx, rp, { ...asker, response, name })
    if (added === null) return refused('The passkey was not accepted. Try again.')
    return finishSetUp(holder, tx, self, { had, kind: 'passkey', name })
  })
}

async function lockAndCount(tx: Tx, { id }: Self): Promise<number> {
  await lockActive(tx, id)
  return (await listFactors(tx, id)).length
}

/** After a factor was added: other sessions end, the first one brings recovery codes, and a first stage is complete. */
async function finishSetUp(
  holder: Holder,
  tx: Tx,
  self: Self,
  { had, kind, name }: { had: number; kind: FactorKind; name: string },
): Promise<AddedFactor> {
  const now = holder.now()
  const { address } = holder
  const told = (action: AuditAction, detail: Record<string, unknown>) =>
    recordAudit(tx, {
      at: now,
      actorId: self.id,
      action,
      subject: ['user', self.id],
      requestId: holder.requestId,
      detail: { ...detail, address },
    })
  const session = await lockOpen(tx, self.sessionId)
  const sessionsEnded = await endSessions(tx, { userId: self.id, except: self.sessionId }, now)
  const codes = had === 0 ? await makeRecoveryCodes(tx, holder.sealer, { userId: self.id, now }) : null
  await told('factor-added', { kind, name, sessionsEnded })
  if (holder.signedIn.stage === 'enrollment') {
    const sessionId = await completeSession(tx, session, now)
    await told('signed-in', { method: kind })
    return { ok: true, codes, sessionId }
  }
  if (had === 0) await tx.update(sessions).set({ factorAt: now }).where(eq(sessions.id, self.sessionId))
  return { ok: true, codes, sessionId: null }
}

export async function renameFactor(
  ctx: Ctx,
  { factorId, name }: z.output<typeof renameFactorInput>,
): Promise<FactorResult> {
  return ctx.db.transaction(async (tx): Promise<FactorResult> => {
    await lockActive(tx, ctx.actor.id)
    const before = (await listFactors(tx, ctx.actor.id)).find(({ id }) => id === factorId)
    if (!before) throw new DeskError('not-found')
    if (before.name === name) return { ok: true }
    await tx.update(secondFactors).set({ name }).where(eq(secondFactors.id, factorId))
    await recordOwn(ctx, tx, 'factor-renamed', { kind: before.kind, before: before.name, after: name })
    return { ok: true }
  })
}

/** With the last one go its recovery codes, and only where no rule demands one. */
export async function removeFactor(
  ctx: Ctx,
  { factorId }: z.output<typeof factorInput>,
): Promise<FactorResult> {
  requireConfirmed(ctx)
  const { id: userId, sessionId, factor } = ctx.actor
  return ctx.db.transaction(async (tx): Promise<FactorResult> => {
    await lockActive(tx, userId)
    const own = await listFactors(tx, userId)
    const removed = own.find(({ id }) => id === factorId)
    if (!removed) throw new DeskError('not-found')
    const isLast = own.length === 1
    if (isLast && factor?.isRequired)
      return refused('Your roles need a second factor. Add another one before you remove this one.')
    if (isLast) {
      await removeAllFactors(tx, userId)
      await tx.update(sessions).set({ factorAt: null }).where(eq(sessions.id, sessionId))
    } else await tx.delete(secondFactors).where(and(isActiveOf(userId), eq(secondFactors.id, factorId)))
    const sessionsEnded = await endSessions(tx, { userId, except: sessionId }, ctx.now())
    await recordOwn(ctx, tx, 'factor-removed', {
      kind: removed.kind,
      name: removed.name,
      isLast,
      sessionsEnded,
    })
    return { ok: true }
  })
}

/** Ten new ones in place of all before them. */
export async function renewRecoveryCodes(ctx: Ctx): Promise<CodesResult> {
  requireConfirmed(ctx)
  return ctx.db.transaction(async (tx): Promise<CodesResult> => {
    await lockActive(tx, ctx.actor.id)
    if ((await listFactors(tx, ctx.actor.id)).length === 0) throw new DeskError('wrong-state')
    const codes = await makeRecoveryCodes(tx, ctx.sealer, { userId: ctx.actor.id, now: ctx.now() })
    await recordOwn(ctx, tx, 'recovery-codes-made', {})
    return { ok: true, codes }
  })
}
