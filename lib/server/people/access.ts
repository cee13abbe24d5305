import { and, asc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { auditLog, ruleProposals } from '@/lib/db/schema/desk'
import { accessLinks, signInIdentities, users } from '@/lib/db/schema/people'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { pausedUntil } from '@/lib/domain/access/identity-checks'
import {
  ADMIN_CHANGES,
  type AdminChange,
  approvalBar,
  approverBarredWords,
  formerAdminCountsUntil,
  formerAdminWords,
  MAY_END_ADMIN,
  NEW_ADMIN_MS,
  proposerBarredWords,
} from '@/lib/domain/access/new-admin'
import type { Role } from '@/lib/domain/access/permissions'
import { hasPower, isAdmin } from '@/lib/domain/access/roles'
import type { SingleSignOn } from '@/lib/domain/access/single-sign-on'
import { atAGlance } from '@/lib/domain/values/unseen'
import { DeskError } from '@/lib/errors'
import { type AuditEntry, type AuditSubject, recordAudit, recordBy } from '@/lib/server/audit'
import { tellPeople } from '@/lib/server/notifications/tell'
import type { Change, Ctx } from '@/lib/server/services'

export type PersonRow = typeof users.$inferSelect

/** `field`: the name of the wrong input. `changed`: another admin changed it first. */
export type AccessRefusal = { ok: false; message: string; field?: string; reason?: 'changed' }

export const refused = (message: string, field?: string): AccessRefusal => ({
  ok: false,
  message,
  ...(field && { field }),
})

export const STALE: AccessRefusal = {
  ...refused(
    'Someone changed this person after you opened the page. Check the current values and try again.',
  ),
  reason: 'changed',
}

/** Any number that no other program uses on this database. */
const ACCESS_LOCK = 7_239_401_151

/** Changes of access take turns, so that of two admins who demote each other, only the first succeeds. */
export const lockAccess = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${ACCESS_LOCK})`)

/** One change by an admin, in its turn. An admin who was demoted while waiting is refused. */
export const asAdmin = <T>(ctx: Ctx, run: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.db.transaction(async (tx) => {
    await lockAccess(tx)
    if (!(await listAdmins(tx)).some(({ id }) => id === ctx.actor.id)) throw new DeskError('forbidden')
    return run(tx)
  })

export type Admin = { id: string; name: string }

/** The active admins. */
export async function listAdmins(db: DbOrTx): Promise<Admin[]> {
  const people = await db
    .select({ id: users.id, name: users.name, roles: users.roles })
    .from(users)
    .where(eq(users.active, true))
  return people.filter(({ roles }) => isAdmin(roles)).map(({ id, name }) => ({ id, name }))
}

/** Whether there is an active admin. Without one, no one could give others access. */
export const hasAdmin = async (db: DbOrTx): Promise<boolean> => (await listAdmins(db)).length > 0

/** Whether an active admin with a password has this email: the only way in while the identity provider is down. */
export async function isWayIn(db: DbOrTx, email: string): Promise<boolean> {
  const [person] = await db.select().from(users).where(eq(users.email, email))
  return person?.active === true && isAdmin(person.roles) && person.passwordHash !== null
}

/** Whether another active person has this name, or one that looks like it. The desk shows who approved what by name. */
export async function isNameTaken(db: DbOrTx, name: string, except: string | null): Promise<boolean> {
  const others = await db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.active, true), except === null ? undefined : ne(users.id, except)))
  const wanted = atAGlance(name)
  return others.some((other) => atAGlance(other.name) === wanted)
}

export const NAME_TAKEN = refused(
  'Someone here has this name already. Add an initial or a second name.',
  'name',
)

/** Another person took the name while this one was deactivated. */
export const NAME_TAKEN_MEANWHILE = refused(
  'Someone active has the same name by now. They have to change theirs under Account first.',
)

/** Whether an active admin could consent to what this admin does; `besides` cannot. */
export const hasOtherAdmin = async (db: DbOrTx, actorId: string, besides?: string): Promise<boolean> =>
  (await listAdmins(db)).some(({ id }) => id !== actorId && id !== besides)

/**
 * Whether what takes two admins waits for a second one: there is one, or one left just now (`listJustLeft`). `besides`
 * is neither.
 */
export const hasSecondAdmin = async (
  db: DbOrTx,
  { actorId, now, besides }: { actorId: string; now: Date; besides?: string | undefined },
): Promise<boolean> =>
  (await hasOtherAdmin(db, actorId, besides)) ||
  (await listJustLeft(db, actorId, now)).some(({ id }) => id !== besides)

/** Someone who is no admin any more, and still counts as the second person. */
export type JustLeft = { id: string; until: Date; words: string }

/** Who counts so for this admin, the one who counts longest first. Read from the audit log, which no one can change. */
export async function listJustLeft(db: DbOrTx, actorId: string, now: Date): Promise<JustLeft[]> {
  const ended = await db
    .selectDistinct({ personId: auditLog.subjectId })
    .from(auditLog)
    .where(and(isChangeOf(MAY_END_ADMIN), isRecent(now), ne(auditLog.subjectId, actorId)))
  if (ended.length === 0) return []
  // From the first one on: whether an end counts can depend on earlier ones.
  const rows = await db
    .select({ ...CHANGE, name: users.name })
    .from(auditLog)
    .innerJoin(users, sql`${users.id}::text = ${auditLog.subjectId}`)
    .where(
      and(
        isChangeOf(ADMIN_CHANGES),
        inArray(
          auditLog.subjectId,
          ended.map(({ personId }) => personId),
        ),
      ),
    )
    .orderBy(asc(auditLog.id))
  const of = Map.groupBy(rows, ({ personId }) => personId)
  return [...of]
    .flatMap(([id, changes]) => {
      const until = formerAdminCountsUntil(changes, actorId, now)
      const words = until && formerAdminWords(changes[0]?.name ?? '', pausedUntil(until, now))
      return until && words ? [{ id, until, words }] : []
    })
    .toSorted((one, other) => other.until.getTime() - one.until.getTime())
}

const CHANGE = {
  action: auditLog.action,
  actorId: auditLog.actorId,
  personId: auditLog.subjectId,
  detail: auditLog.detail,
  at: auditLog.at,
}

const readAdminChanges = (db: DbOrTx, now: Date): Promise<AdminChange[]> =>
  db
    .select(CHANGE)
    .from(auditLog)
    .where(and(isChangeOf(ADMIN_CHANGES), isRecent(now)))

const isChangeOf = (actions: readonly AuditAction[]) =>
  and(eq(auditLog.subjectType, 'user'), inArray(auditLog.action, actions))

/** Whether what it changed can count still. */
const isRecent = (now: Date) => gt(auditLog.at, new Date(now.getTime() - NEW_ADMIN_MS))

/** Why this admin cannot approve what `proposerId` proposed; null if they can. */
export async function whyNotMine(
  ctx: Ctx,
  tx: DbOrTx,
  proposerId: string | null,
): Promise<AccessRefusal | null> {
  const why = proposerId === null ? undefined : (await whyNotFor(ctx, tx, [proposerId])).get(proposerId)
  return why === undefined ? null : refused(why)
}

/** Refuses an approval, and says so in the audit log: who tried to approve what they may not. */
export async function refuseApproval(
  ctx: Ctx,
  tx: Tx,
  subject: AuditSubject,
  refusal: AccessRefusal,
): Promise<AccessRefusal> {
  await recordBy(ctx, tx, { action: 'approval-refused', subject, detail: { because: refusal.message } })
  return refusal
}

export const OWN_PROPOSAL = refused('You proposed this. Another admin has to approve it.')

/** Why no one can approve now what this admin proposes, which waits all the same; null if someone can, or if none waits. */
export async function whyNobodyApproves({ actor, now: clock }: Ctx, db: DbOrTx): Promise<string | null> {
  const now = clock()
  const others = (await listAdmins(db)).filter(({ id }) => id !== actor.id)
  if (others.length === 0) return (await listJustLeft(db, actor.id, now))[0]?.words ?? null
  const changes = await readAdminChanges(db, now)
  const waiting = others.flatMap(({ id, name }) => {
    const bar = approvalBar(changes, { approverId: id, proposerId: actor.id }, now)
    return bar ? [{ name, ...bar }] : []
  })
  if (waiting.length < others.length) return null
  const [first] = waiting.toSorted((one, other) => one.until.getTime() - other.until.getTime())
  return first
    ? proposerBarredWords(first.name, { because: first.because, until: pausedUntil(first.until, now) })
    : null
}

/** Why this admin cannot approve what these people proposed, in words; whose proposals they can is not in it. */
export async function whyNotFor(
  { actor, now: clock }: Ctx,
  db: DbOrTx,
  proposers: readonly (string | null)[],
): Promise<Map<string, string>> {
  const now = clock()
  const changes = await readAdminChanges(db, now)
  const barred = [...new Set(proposers)].flatMap((id) => {
    const bar = id === null ? null : approvalBar(changes, { approverId: actor.id, proposerId: id }, now)
    return id !== null && bar !== null ? [{ id, ...bar }] : []
  })
  if (barred.length === 0) return new Map()
  const admins = await listAdmins(db)
  const names = await namesOf(
    db,
    barred.map(({ id }) => id),
  )
  return new Map(
    barred.map(({ id: proposerId, because, until }) => [
      proposerId,
      approverBarredWords(names.get(proposerId) ?? '', {
        because,
        until: pausedUntil(until, now),
        hasOther: admins.some(
          ({ id: approverId }) =>
            approverId !== proposerId && approvalBar(changes, { approverId, proposerId }, now) === null,
        ),
      }),
    ]),
  )
}

/**
 * Whether a link lacks a consent that became necessary after it was made or applied: a second admin exists only since
 * then, or the person has gained power since. The consent of whoever made it is no one else's. An invitation that needed
 * none when it was made needs none later; a link from the server's command needs none at all. `roles`: as they are now.
 */
export const lacksConsent = async (
  db: DbOrTx,
  {
    kind,
    createdBy,
    needsConsent,
    consentedBy,
  }: Pick<typeof accessLinks.$inferSelect, 'kind' | 'createdBy' | 'needsConsent' | 'consentedBy'>,
  roles: readonly Role[],
  now: Date,
): Promise<boolean> =>
  createdBy !== null &&
  (consentedBy === null || consentedBy === createdBy) &&
  (kind === 'new-password' || needsConsent) &&
  hasPower(roles) &&
  (await hasSecondAdmin(db, { actorId: createdBy, now }))

/**
 * Locks a person. Throws `not-found`. A weaker lock, so that rows with a foreign key to the person can still be
 * written.
 */
export async function lockPerson(tx: Tx, personId: string): Promise<PersonRow> {
  const [person] = await tx.select().from(users).where(eq(users.id, personId)).for('no key update')
  if (!person) throw new DeskError('not-found')
  return person
}

/** Whether this person has an account at the current identity provider. */
export async function isLinked(
  db: DbOrTx,
  { issuer }: Pick<SingleSignOn, 'issuer'>,
  personId: string,
): Promise<boolean> {
  const [found] = await db
    .select({ id: signInIdentities.id })
    .from(signInIdentities)
    .where(and(eq(signInIdentities.userId, personId), eq(signInIdentities.issuer, issuer)))
  return found !== undefined
}

/** Records a change to a person, and notifies admins and auditors if it made someone an admin. */
export async function auditPerson(
  ctx: Change,
  tx: DbOrTx,
  action: AuditAction,
  personId: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const entry: AuditEntry = {
    at: ctx.now(),
    actorId: ctx.actor?.id ?? null,
    action,
    subject: ['user', personId],
    requestId: ctx.requestId,
    detail,
  }
  await recordAudit(tx, entry)
  await tellPeople(tx, entry)
}

const IS_PENDING = and(isNull(accessLinks.usedAt), isNull(accessLinks.voidedAt))

/** Voids a person's unused links: when they are deactivated, or their roles or password change. */
export const voidLinksFor = (tx: Tx, email: string, now: Date) =>
  tx
    .update(accessLinks)
    .set({ voidedAt: now })
    .where(and(eq(accessLinks.email, email), IS_PENDING))

/** The word of someone who is no admin any more counts no longer: their links, their consents and their proposals. */
export async function dropPending(change: Change, tx: Tx, personId: string): Promise<void> {
  const now = change.now()
  const voided = await tx
    .update(accessLinks)
    .set({ voidedAt: now })
    .where(and(eq(accessLinks.createdBy, personId), IS_PENDING))
    .returning()
  for (const { id, userId, email, expiresAt } of voided)
    if (expiresAt > now)
      await auditPerson(change, tx, 'person-link-revoked', userId ?? id, {
        email,
        because: NO_ADMIN,
      })
  await tx
    .update(accessLinks)
    .set({ consentedBy: null, consentedAt: null })
    .where(and(eq(accessLinks.consentedBy, personId), IS_PENDING))
  const because = { proposedBy: personId, because: NO_ADMIN }
  const proposed = await tx
    .select({ id: users.id, roles: users.proposedRoles })
    .from(users)
    .where(and(eq(users.proposedBy, personId), ne(users.id, personId)))
  await tx
    .update(users)
    .set({ proposedRoles: null, proposedBy: null, proposedAt: null })
    .where(and(eq(users.proposedBy, personId), ne(users.id, personId)))
  for (const { id, roles } of proposed)
    await auditPerson(change, tx, 'person-roles-withdrawn', id, { roles, ...because })
  const rules = await tx.delete(ruleProposals).where(eq(ruleProposals.proposedBy, personId)).returning()
  for (const { subjectType, subjectId } of rules)
    await recordAudit(tx, {
      at: now,
      actorId: change.actor?.id ?? null,
      action: 'rule-change-withdrawn',
      // What it would have changed stands where it was proposed.
      subject: [subjectType, subjectId],
      requestId: change.requestId,
      detail: because,
    })
  const resets = await tx.select({ id: users.id }).from(users).where(eq(users.factorResetBy, personId))
  await tx
    .update(users)
    .set({ factorResetBy: null, factorResetAt: null })
    .where(or(eq(users.factorResetBy, personId), eq(users.id, personId)))
  for (const { id } of resets) await auditPerson(change, tx, 'factor-reset-withdrawn', id, because)
}

const NO_ADMIN = 'The person who made it is not an admin any more.'

export async function namesOf(db: DbOrTx, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, wanted))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
