import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { accessLinks, users } from '@/lib/db/schema/people'
import { type AccessLinkKind, LINK_DAYS, linkState } from '@/lib/domain/access/access-link'
import { pausedUntil } from '@/lib/domain/access/identity-checks'
import type { invitePersonInput, linkInput, personInput } from '@/lib/domain/access/inputs'
import { formerAdminPasswordWords } from '@/lib/domain/access/new-admin'
import type { Role } from '@/lib/domain/access/permissions'
import { hasPower, isAdmin, sortRoles } from '@/lib/domain/access/roles'
import { DAY_MS } from '@/lib/domain/values/calendar'
import { DeskError } from '@/lib/errors'
import type { AuditSubject } from '@/lib/server/audit'
import type { Ctx, Services } from '@/lib/server/services'
import {
  type AccessRefusal,
  asAdmin,
  auditPerson,
  hasOtherAdmin,
  hasSecondAdmin,
  listAdmins,
  listJustLeft,
  lockAccess,
  lockPerson,
  type PersonRow,
  refuseApproval,
  refused,
  whyNotMine,
} from './access'
import { hashOfSecret, newSecret, writeToken } from './link-token'

type LinkRow = typeof accessLinks.$inferSelect

/** The token is returned only once, here. The database stores its hash. */
export type LinkMade = {
  ok: true
  kind: AccessLinkKind
  /** The subject in the audit log: the person, or the invitation if they have not joined yet. */
  subjectId: string
  token: string
  email: string
  waits: boolean
  expiresAt: string
}
export type LinkResult = LinkMade | AccessRefusal

/** Makes a link that invites a new person with these roles. */
export async function invitePerson(
  ctx: Ctx,
  { email, roles: asked }: z.output<typeof invitePersonInput>,
): Promise<LinkResult> {
  const roles = sortRoles(asked)
  return asAdmin(ctx, async (tx) => {
    const [person] = await tx.select({ active: users.active }).from(users).where(eq(users.email, email))
    if (person)
      return refused(
        person.active
          ? 'Someone with this email is here already. Change their roles instead.'
          : 'Someone with this email was deactivated. Reactivate them instead.',
        'email',
      )
    const open = await findPendingLink(tx, email)
    if (open && open.expiresAt > ctx.now())
      return refused('There is an open invitation for this email. Resend or revoke it instead.', 'email')
    const needsConsent = await invitationNeedsConsent(ctx, tx, roles)
    const made = await storeLink(ctx, tx, { kind: 'invitation', email, roles, userId: null, needsConsent })
    await auditPerson(ctx, tx, 'person-invited', made.row.id, { email, roles, needsConsent })
    return made.shown
  })
}

/** Replaces a link by a new one under today's rules. The old link stops working, and consent has to be given again. */
export async function resendLink(ctx: Ctx, { linkId }: z.output<typeof linkInput>): Promise<LinkResult> {
  return asAdmin(ctx, async (tx) => {
    const before = await lockLink(tx, linkId)
    if (!isPending(before)) return refused('This link was used or revoked. Reload the page.')
    const { kind, email, name, userId } = before
    if (kind === 'new-password' && before.expiresAt <= ctx.now())
      return refused('This link has expired. Make a new one.')
    const person = userId === null ? null : await lockPerson(tx, userId)
    const judged = person
      ? await judgePasswordLink(ctx, tx, person)
      : { ok: true as const, needsConsent: await invitationNeedsConsent(ctx, tx, before.roles) }
    if (!judged.ok) return judged
    const { needsConsent } = judged
    const roles = person?.roles ?? before.roles
    const made = await storeLink(ctx, tx, { kind, email, name, roles, userId, needsConsent })
    await auditPerson(ctx, tx, 'person-link-resent', userId ?? made.row.id, {
      email,
      roles,
      needsConsent,
      before: linkId,
    })
    return made.shown
  })
}

/**
 * Makes a link with which a person sets a new password. If the person approves or administers, or was an admin until
 * just now, a second admin has to consent.
 */
export async function makePasswordLink(
  ctx: Ctx,
  { personId }: z.output<typeof personInput>,
): Promise<LinkResult> {
  return asAdmin(ctx, async (tx) => {
    const person = await lockPerson(tx, personId)
    const judged = await judgePasswordLink(ctx, tx, person)
    if (!judged.ok) return judged
    const { needsConsent } = judged
    const { email, roles } = person
    const made = await storeLink(ctx, tx, {
      kind: 'new-password',
      email,
      roles,
      userId: person.id,
      needsConsent,
    })
    await auditPerson(ctx, tx, 'person-password-link-made', person.id, { needsConsent })
    return made.shown
  })
}

/** Whether this admin may make such a link for this person now, and whether a second admin has to consent. */
async function judgePasswordLink(
  ctx: Ctx,
  tx: Tx,
  person: PersonRow,
): Promise<{ ok: true; needsConsent: boolean } | AccessRefusal> {
  if (person.id === ctx.actor.id) return refused('Change your own password under Account.')
  if (!person.active) return refused('This person is deactivated. Reactivate them first.')
  // Otherwise one of two admins could sign in as the other, and consent to their own proposals: also where they
  // remove them as an admin first, and bring them back with the password that they set.
  const left = (await listJustLeft(tx, ctx.actor.id, ctx.now())).find(({ id }) => id === person.id)
  if ((left || isAdmin(person.roles)) && !(await hasOtherAdmin(tx, ctx.actor.id, person.id)))
    return refused(
      isAdmin(person.roles) || !left
        ? 'A new password for another admin needs a third admin, or the command "npm run admin:create -- --recover" on the server.'
        : formerAdminPasswordWords(person.name, pausedUntil(left.until, ctx.now())),
    )
  const second = { actorId: ctx.actor.id, now: ctx.now(), besides: person.id }
  const needsConsent = (left !== undefined || hasPower(person.roles)) && (await hasSecondAdmin(tx, second))
  return { ok: true, needsConsent }
}

const invitationNeedsConsent = async (ctx: Ctx, tx: Tx, roles: readonly Role[]): Promise<boolean> =>
  hasPower(roles) && (await hasSecondAdmin(tx, { actorId: ctx.actor.id, now: ctx.now() }))

/** Whether a link would be made with the same condition today. */
async function stillNeedsConsent(ctx: Ctx, tx: Tx, { userId, roles }: LinkRow): Promise<boolean> {
  if (userId === null) return invitationNeedsConsent(ctx, tx, roles)
  const judged = await judgePasswordLink(ctx, tx, await lockPerson(tx, userId))
  return !judged.ok || judged.needsConsent
}

export type LinkAnswer = { ok: true } | AccessRefusal

/** Revokes a link, or the newer one that replaced it after the page was loaded. */
export async function revokeLink(ctx: Ctx, { linkId }: z.output<typeof linkInput>): Promise<LinkAnswer> {
  return asAdmin(ctx, async (tx) => {
    const shown = await lockLink(tx, linkId)
    const link = shown.usedAt === null ? await findPendingLink(tx, shown.email) : null
    if (!link) return refused('This link was used or revoked. Reload the page.')
    await tx.update(accessLinks).set({ voidedAt: ctx.now() }).where(eq(accessLinks.id, link.id))
    await auditPerson(ctx, tx, 'person-link-revoked', link.userId ?? link.id, { email: link.email })
    return { ok: true }
  })
}

/** A second admin consents, or whoever made the link where there is no second any more. It works from now on. */
export async function consentToLink(ctx: Ctx, { linkId }: z.output<typeof linkInput>): Promise<LinkAnswer> {
  return asAdmin(ctx, async (tx) => {
    const link = await lockLink(tx, linkId)
    if (linkState(link, ctx.now()) !== 'waiting') return refused('This link no longer needs your consent.')
    const subject: AuditSubject = ['user', link.userId ?? linkId]
    const isOwn = link.createdBy === ctx.actor.id
    if (isOwn && (await stillNeedsConsent(ctx, tx, link)))
      return refuseApproval(ctx, tx, subject, refused('You made this link. Another admin has to consent.'))
    if (link.userId === ctx.actor.id)
      return refuseApproval(
        ctx,
        tx,
        subject,
        refused('This link is for yourself. Another admin has to consent.'),
      )
    const noSecond = await whyNotMine(ctx, tx, link.createdBy)
    if (noSecond) return refuseApproval(ctx, tx, subject, noSecond)
    await tx
      .update(accessLinks)
      .set({ consentedBy: ctx.actor.id, consentedAt: ctx.now() })
      .where(eq(accessLinks.id, linkId))
    await auditPerson(ctx, tx, 'person-link-consented', link.userId ?? linkId, {
      email: link.email,
      roles: link.roles,
      proposedBy: link.createdBy,
    })
    return { ok: true }
  })
}

/** `isReset`: a new password for an existing admin, not an invitation. */
export type FirstAdmin = (LinkMade & { isReset: boolean }) | AccessRefusal

/**
 * The server's command: a person with access to the server controls the desk, so no consent is needed. If there is an
 * admin already, `recover` must be given.
 */
export async function makeFirstAdmin(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { email, name = '', recover }: { email: string; name?: string; recover: boolean },
): Promise<FirstAdmin> {
  const services = { now, actor: null, requestId: 'command' }
  return db.transaction(async (tx) => {
    await lockAccess(tx)
    const [person] = await tx.select().from(users).where(eq(users.email, email))
    const admins = await listAdmins(tx)
    if (admins.length > 0 && !recover)
      return refused(
        `This desk has ${admins.length === 1 ? 'an admin' : `${admins.length} admins`} already, who can invite others under People. Add --recover to make a link all the same, where none of them can sign in.`,
      )
    if (person && !(person.active && isAdmin(person.roles)))
      return refused(
        `${email} belongs to someone who is ${person.active ? 'no admin' : 'deactivated'}. Use another email.`,
      )
    const roles: Role[] = person?.roles ?? ['admin']
    const kind = person ? 'new-password' : 'invitation'
    const made = await storeLink(services, tx, {
      kind,
      email,
      name,
      roles,
      userId: person?.id ?? null,
      needsConsent: false,
    })
    await auditPerson(services, tx, 'admin-link-made', person?.id ?? made.row.id, { email, roles, recover })
    return { ...made.shown, isReset: person !== undefined }
  })
}

type NewLink = Pick<LinkRow, 'kind' | 'email' | 'roles' | 'userId' | 'needsConsent'> &
  Partial<Pick<LinkRow, 'name'>>

async function storeLink(
  services: { now: () => Date; actor: { id: string } | null },
  tx: Tx,
  link: NewLink,
): Promise<{ row: LinkRow; shown: LinkMade }> {
  const now = services.now()
  const secret = newSecret()
  await tx
    .update(accessLinks)
    .set({ voidedAt: now })
    .where(and(eq(accessLinks.email, link.email), isNull(accessLinks.usedAt), isNull(accessLinks.voidedAt)))
  const [row] = await tx
    .insert(accessLinks)
    .values({
      ...link,
      secretSha256: hashOfSecret(secret),
      createdBy: services.actor?.id ?? null,
      createdAt: now,
      expiresAt: daysAfter(now, LINK_DAYS[link.kind]),
    })
    .returning()
  if (!row) throw new Error('A link was not stored.')
  return {
    row,
    shown: {
      ok: true,
      kind: row.kind,
      subjectId: row.userId ?? row.id,
      token: writeToken({ linkId: row.id, secret }),
      email: row.email,
      waits: linkState(row, now) === 'waiting',
      expiresAt: row.expiresAt.toISOString(),
    },
  }
}

async function findPendingLink(tx: Tx, email: string): Promise<LinkRow | null> {
  const [row] = await tx
    .select()
    .from(accessLinks)
    .where(and(eq(accessLinks.email, email), isNull(accessLinks.usedAt), isNull(accessLinks.voidedAt)))
  return row ?? null
}

/** Throws `not-found`. */
export async function lockLink(tx: Tx, linkId: string): Promise<LinkRow> {
  const [row] = await tx.select().from(accessLinks).where(eq(accessLinks.id, linkId)).for('update')
  if (!row) throw new DeskError('not-found')
  return row
}

/** Neither used nor revoked, but possibly expired. */
export const isPending = (link: Pick<LinkRow, 'usedAt' | 'voidedAt'>): boolean =>
  link.usedAt === null && link.voidedAt === null

const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS)
