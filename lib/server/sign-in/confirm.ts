import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '@/lib/db/client'
import { sessions, users } from '@/lib/db/schema/people'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { type FactorUsed, isConfirmed } from '@/lib/domain/access/second-factor'
import { isOpenWithoutProvider, type SingleSignOn } from '@/lib/domain/access/single-sign-on'
import { DeskError } from '@/lib/errors'
import { recordAudit } from '@/lib/server/audit'
import { listFactors } from '@/lib/server/factors/active-factors'
import { type RelyingParty, takePasskey } from '@/lib/server/factors/passkeys'
import { countRecoveryCodes, takeRecoveryCode } from '@/lib/server/factors/recovery-codes'
import { takeTotp } from '@/lib/server/factors/totp'
import type { Sealer } from '@/lib/server/sealing/sealer'
import { type Actor, endSessions, openSession, type SignedIn } from './sessions'
import { addressKey, type Door, forgetFailures, giveTryBack, takeTry } from './throttle'

/** What somebody shows. */
export type Proof =
  | { kind: 'totp'; code: string }
  | { kind: 'recovery-code'; code: string }
  | { kind: 'passkey'; response: AuthenticationResponseJSON }

/** Where a proof comes from, and what it is checked with. */
export type Asking = {
  db: Db
  sealer: Sealer
  now: () => Date
  requestId: string
  address: string
  userAgent: string
  /** Null if the desk's address is an IP address, for which there can be no passkeys. */
  rp: RelyingParty | null
  singleSignOn: SingleSignOn | null
}

export type ConfirmRefusal = { ok: false; message: string; field?: string }
/** `sessionId`: a new session, which replaces the first stage. */
export type ConfirmResult = { ok: true; sessionId: string; isNew: boolean } | ConfirmRefusal

/**
 * Before anything of consequence: is the person who signed in still there? Throws `confirm-needed`, and the page then
 * shows its dialog. People without a second factor are not asked.
 */
export function requireConfirmed({ actor, now }: { actor: Pick<Actor, 'factor'>; now: () => Date }): void {
  if (actor.factor && !isConfirmed(actor.factor.at, now())) throw new DeskError('confirm-needed')
}

export type FactorChoices = { totp: boolean; passkey: boolean; recoveryCodes: number }

export async function factorChoices(db: Db, userId: string): Promise<FactorChoices> {
  const own = await listFactors(db, userId)
  return {
    totp: own.some(({ kind }) => kind === 'totp'),
    passkey: own.some(({ kind }) => kind === 'passkey'),
    recoveryCodes: await countRecoveryCodes(db, userId),
  }
}

const WRONG: Readonly<Record<FactorUsed, ConfirmRefusal>> = {
  totp: {
    ok: false,
    field: 'code',
    message: 'This code is wrong or already used. Enter the next one.',
  },
  'recovery-code': {
    ok: false,
    field: 'code',
    message: 'This is not one of your recovery codes, or it was used already.',
  },
  passkey: { ok: false, message: 'The passkey was not accepted. Try again, or use another way.' },
}

const minutesUntil = (at: Date, now: Date) => Math.ceil((at.getTime() - now.getTime()) / 60_000)

const tooMany = (closedUntil: Date, now: Date): ConfirmRefusal => {
  const minutes = minutesUntil(closedUntil, now)
  return {
    ok: false,
    message: `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  }
}

/**
 * Finishes a sign-in, or confirms an open session. Wrong tries count against the person and the address, and make both
 * wait, as wrong passwords do.
 */
export async function confirm(asking: Asking, signedIn: SignedIn, proof: Proof): Promise<ConfirmResult> {
  if (signedIn.stage === 'enrollment') throw new DeskError('signed-out')
  const person = signedIn.stage === 'complete' ? signedIn.actor : signedIn.person
  const sessionId = signedIn.stage === 'complete' ? signedIn.actor.sessionId : signedIn.sessionId
  const { db, address } = asking
  const now = asking.now()
  const doors: Door[] = [{ kind: 'account', door: `factor:${person.id}` }, addressKey(address)]
  const told = (tx: Pick<Tx, 'insert'>, action: AuditAction, detail: Record<string, unknown> = {}) =>
    recordAudit(tx, {
      at: now,
      actorId: person.id,
      action,
      subject: ['user', person.id],
      requestId: asking.requestId,
      detail: { address, method: proof.kind, ...detail },
    })
  const taken = await takeTry(db, doors, now, (tx) => told(tx, 'factor-delayed'))
  if ('closedUntil' in taken) return tooMany(taken.closedUntil, now)

  return db.transaction(async (tx): Promise<ConfirmResult> => {
    await lockActive(tx, person.id)
    const session = await lockOpen(tx, sessionId)
    const shown = await judge(asking, tx, { proof, userId: person.id, sessionId, now })
    if (shown !== 'right') {
      await told(tx, shown === 'copied' ? 'factor-copy-suspected' : 'factor-refused')
      return WRONG[proof.kind]
    }
    await forgetFailures(tx, doors, now, taken.lastFailures)
    const left = proof.kind === 'recovery-code' ? { codesLeft: await countRecoveryCodes(tx, person.id) } : {}
    if (signedIn.stage === 'complete') {
      await tx.update(sessions).set({ factorAt: now, lastSeenAt: now }).where(eq(sessions.id, sessionId))
      await told(tx, 'factor-confirmed', left)
      return { ok: true, sessionId, isNew: false }
    }
    await told(tx, 'signed-in', left)
    return { ok: true, sessionId: await completeSession(tx, session, now), isNew: true }
  })
}

type SessionRow = typeof sessions.$inferSelect

/** A new session replaces the first stage, so that a copied cookie of the first stage is worthless. */
export async function completeSession(tx: Tx, first: SessionRow, now: Date): Promise<string> {
  await endSessions(tx, { sessionId: first.id }, now)
  const { userId, address, userAgent } = first
  return openSession(tx, { userId, address, userAgent, now, factorAt: now })
}

/** Throws `signed-out` if the session was ended meanwhile. */
export async function lockOpen(tx: Tx, sessionId: string): Promise<SessionRow> {
  const [session] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .for('update')
  if (!session) throw new DeskError('signed-out')
  return session
}

/** Changes to one person's factors take turns. Throws `signed-out` if the person was deactivated. */
export async function lockActive(tx: Tx, userId: string): Promise<typeof users.$inferSelect> {
  const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  if (!person?.active) throw new DeskError('signed-out')
  return person
}

async function judge(
  { sealer, rp }: Asking,
  tx: Tx,
  { proof, userId, sessionId, now }: { proof: Proof; userId: string; sessionId: string; now: Date },
): Promise<'right' | 'wrong' | 'copied'> {
  switch (proof.kind) {
    case 'totp':
      return (await takeTotp(tx, sealer, { userId, code: proof.code, now })) ? 'right' : 'wrong'
    case 'recovery-code':
      return (await takeRecoveryCode(tx, sealer, { userId, code: proof.code, now })) ? 'right' : 'wrong'
    case 'passkey':
      return rp === null
        ? 'wrong'
        : (await takePasskey(tx, rp, { response: proof.response, userId, sessionId, now })).result
  }
}

/** A passkey alone counts as both factors, because it verified its person. */
export async function signInWithPasskey(
  asking: Asking,
  { response }: { response: AuthenticationResponseJSON },
): Promise<ConfirmResult> {
  const { db, rp, address, userAgent, requestId } = asking
  if (rp === null) return WRONG.passkey
  const now = asking.now()
  const byAddress = addressKey(address)
  const { door } = byAddress
  const told = (tx: Pick<Tx, 'insert'>, action: AuditAction, userId: string | null) =>
    recordAudit(tx, {
      at: now,
      actorId: action === 'signed-in' ? userId : null,
      action,
      subject: ['user', userId ?? 'unknown'],
      requestId,
      detail: { address, method: 'passkey' },
    })
  const taken = await takeTry(db, [byAddress], now, (tx) => told(tx, 'sign-in-delayed', null))
  if ('closedUntil' in taken) return tooMany(taken.closedUntil, now)
  return db.transaction(async (tx): Promise<ConfirmResult> => {
    const answer = await takePasskey(tx, rp, { response, userId: null, sessionId: null, now })
    const userId = answer.result === 'wrong' ? null : answer.userId
    const [person] = userId
      ? await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
      : []
    if (answer.result !== 'right' || !person?.active) {
      await told(tx, answer.result === 'copied' ? 'factor-copy-suspected' : 'sign-in-failed', userId)
      return WRONG.passkey
    }
    if (!isOpenWithoutProvider(asking.singleSignOn, person.email)) {
      await told(tx, 'sign-in-failed', userId)
      return { ok: false, message: 'Passkeys alone do not sign in here. Use single sign-on.' }
    }
    await giveTryBack(tx, door, now, taken.lastFailures.get(door) ?? now)
    const sessionId = await openSession(tx, { userId: person.id, address, userAgent, now, factorAt: now })
    await told(tx, 'signed-in', person.id)
    return { ok: true, sessionId, isNew: true }
  })
}
