import { and, asc, count, desc, isNotNull, isNull } from 'drizzle-orm'
import { accessLinks, secondFactors, sessions, signInIdentities, users } from '@/lib/db/schema/people'
import { linkState } from '@/lib/domain/access/access-link'
import { can } from '@/lib/domain/access/permissions'
import { isAdmin } from '@/lib/domain/access/roles'
import { type FactorKind, needsFactor } from '@/lib/domain/access/second-factor'
import { isOpenWithoutProvider } from '@/lib/domain/access/single-sign-on'
import { requiredRoles } from '@/lib/domain/settings/sign-in-rules'
import type { Ctx } from '@/lib/server/services'
import { loadSignInRules } from '@/lib/server/settings'
import { isOpenSession } from '@/lib/server/sign-in/sessions'
import { listJustLeft, whyNobodyApproves, whyNotFor } from './access'
import { countWork } from './hand-over'
import type { LinkRowView, PeopleView, PersonView } from './views'

const BY_COMMAND = 'A command on the server'

/**
 * Every person of the desk, active ones first, by name. There are only as many as a company has, so the page shows all.
 */
export async function viewPeople(ctx: Ctx, appUrl: string): Promise<PeopleView> {
  const { db, actor, singleSignOn } = ctx
  const now = ctx.now()
  const [rows, links, open, factors, rules, identities] = await Promise.all([
    db.select().from(users).orderBy(desc(users.active), asc(users.name), asc(users.id)),
    db
      .select()
      .from(accessLinks)
      .where(and(isNull(accessLinks.usedAt), isNull(accessLinks.voidedAt)))
      // One made anew keeps its row, so that the next press does not meet another person's.
      .orderBy(asc(accessLinks.email)),
    db
      .select({ userId: sessions.userId, open: count() })
      .from(sessions)
      .where(isOpenSession(now))
      .groupBy(sessions.userId),
    db
      .select({ userId: secondFactors.userId, kind: secondFactors.kind, n: count() })
      .from(secondFactors)
      .where(isNotNull(secondFactors.activeAt))
      .groupBy(secondFactors.userId, secondFactors.kind),
    loadSignInRules(db),
    db.select({ userId: signInIdentities.userId, issuer: signInIdentities.issuer }).from(signInIdentities),
  ])
  const justLeft = await listJustLeft(db, actor.id, now)
  const nobodyApproves = await whyNobodyApproves(ctx, db)
  const notFor = await whyNotFor(ctx, db, [
    ...rows.flatMap(({ proposedBy, factorResetBy }) => [proposedBy, factorResetBy]),
    ...links.map(({ createdBy }) => createdBy),
  ])
  const admins = rows.filter(({ active, roles }) => active && isAdmin(roles))
  /** As a change of theirs would be judged now: `hasSecondAdmin`, from what is read already. */
  const isAlone = (besides: string | null) =>
    [...admins, ...justLeft].every(({ id }) => id === actor.id || id === besides)
  const mayApplyLink = ({ createdBy, userId }: (typeof links)[number]): boolean =>
    createdBy === actor.id && isAlone(userId) && [...admins, ...justLeft].every(({ id }) => id !== userId)
  const barredFor = (id: string | null) => (id === null ? null : (notFor.get(id) ?? null))
  const factorsOf = (id: string, kind: FactorKind) =>
    factors.find((row) => row.userId === id && row.kind === kind)?.n ?? 0
  const work = await countWork(
    db,
    rows.map(({ id }) => id),
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const nameOf = (id: string | null) => (id === null ? BY_COMMAND : (names.get(id) ?? BY_COMMAND))
  const openOf = new Map(open.map(({ userId, open: n }) => [userId, n]))
  const shown = links.map((link): LinkRowView & { userId: string | null } => ({
    id: link.id,
    userId: link.userId,
    kind: link.kind,
    email: link.email,
    roles: link.roles,
    by: nameOf(link.createdBy),
    isMine: link.createdBy === actor.id,
    barred: barredFor(link.createdBy),
    mayApply: mayApplyLink(link),
    isForMe: link.userId === actor.id,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    state: linkState(link, now),
  }))
  const people = rows.map(
    (row): PersonView => ({
      id: row.id,
      name: row.name,
      email: row.email,
      roles: row.roles,
      active: row.active,
      version: row.version,
      lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
      openSessions: row.active ? (openOf.get(row.id) ?? 0) : 0,
      isMe: row.id === actor.id,
      work: work.get(row.id) ?? { cases: 0, applications: 0 },
      proposal:
        row.proposedRoles === null
          ? null
          : {
              roles: row.proposedRoles,
              by: nameOf(row.proposedBy),
              at: row.proposedAt?.toISOString() ?? '',
              isMine: row.proposedBy === actor.id,
              barred: barredFor(row.proposedBy),
              mayApply: row.proposedBy === actor.id && isAlone(admins.includes(row) ? null : row.id),
            },
      signIn: singleSignOn && {
        password: row.passwordHash !== null && isOpenWithoutProvider(singleSignOn, row.email),
        singleSignOn: identities.some(
          ({ userId, issuer }) => userId === row.id && issuer === singleSignOn.issuer,
        ),
      },
      factors: { totp: factorsOf(row.id, 'totp'), passkey: factorsOf(row.id, 'passkey') },
      needsFactor: needsFactor(row.roles, requiredRoles(rules)),
      factorReset:
        row.factorResetBy === null
          ? null
          : {
              by: nameOf(row.factorResetBy),
              at: row.factorResetAt?.toISOString() ?? '',
              isMine: row.factorResetBy === actor.id,
              barred: barredFor(row.factorResetBy),
              mayApply: row.factorResetBy === actor.id && isAlone(row.id),
            },
      link: shown.find(({ userId }) => userId === row.id) ?? null,
    }),
  )
  const activeWho = (permission: 'underwriting:work' | 'applications:write') =>
    rows.filter(({ active, roles }) => active && can(roles, permission)).map(({ id, name }) => ({ id, name }))
  return {
    people,
    invitations: shown.filter(({ kind }) => kind === 'invitation'),
    underwriters: activeWho('underwriting:work'),
    onboarding: activeWho('applications:write'),
    hasSecond: admins.some(({ id }) => id !== actor.id),
    justLeft: justLeft.map(({ id }) => id),
    nobodyApproves,
    origin: appUrl,
    waitingForMe:
      people.filter(({ proposal }) => proposal && isForMe(proposal)).length +
      people.filter(({ id, factorReset }) => factorReset && isForMe(factorReset) && id !== actor.id).length +
      shown.filter((link) => link.state === 'waiting' && isForMe(link) && !link.isForMe).length,
    toApply: [
      ...people.flatMap(({ proposal, factorReset }) => [proposal, factorReset]),
      ...shown.filter(({ state }) => state === 'waiting'),
    ].filter((waiting) => waiting?.mayApply).length,
  }
}

/** Whether it waits for this admin's word: they did not propose it, and may approve what its author proposes. */
const isForMe = ({ isMine, barred }: { isMine: boolean; barred: string | null }): boolean =>
  !isMine && barred === null
