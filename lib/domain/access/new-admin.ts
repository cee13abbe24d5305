import { DAY_MS } from '@/lib/domain/values/calendar'
import type { AuditAction } from './audit-action'
import { isRole } from './permissions'
import { isAdmin } from './roles'

/**
 * How long a new admin and the people who made them one cannot approve each other's proposals: otherwise one admin could
 * create an accomplice, or a second account, to be two people. Leaves the others time to notice, even over a weekend.
 */
export const NEW_ADMIN_DAYS = 3
export const NEW_ADMIN_MS = NEW_ADMIN_DAYS * DAY_MS

/** The actions that can make someone an admin. */
export const MAY_MAKE_ADMIN = [
  'person-roles-changed',
  'person-reactivated',
  'person-invitation-accepted',
  'person-made-by-provider',
] as const satisfies readonly AuditAction[]

/** The changes that can end someone's role as an admin. */
export const MAY_END_ADMIN = [
  'person-roles-changed',
  'person-deactivated',
] as const satisfies readonly AuditAction[]

/** All changes that the functions below read. */
export const ADMIN_CHANGES: readonly AuditAction[] = [...new Set([...MAY_MAKE_ADMIN, ...MAY_END_ADMIN])]

/** A change as it is in the audit log. `personId`: whose role it changed. */
export type AdminChange = {
  action: AuditAction
  actorId: string | null
  personId: string
  detail: Record<string, unknown>
  at: Date
}

const holdsAdmin = (roles: unknown): boolean => Array.isArray(roles) && isAdmin(roles.filter(isRole))

/** Whether this change made someone an admin. */
export function makesAdmin(action: AuditAction, { before, after, roles }: Record<string, unknown>): boolean {
  if (action === 'person-roles-changed') return holdsAdmin(after) && !holdsAdmin(before)
  return MAY_MAKE_ADMIN.some((known) => known === action) && holdsAdmin(roles)
}

/** Whether an admin stopped being one with this change. */
export function endsAdmin(action: AuditAction, { before, after, roles }: Record<string, unknown>): boolean {
  if (action === 'person-roles-changed') return holdsAdmin(before) && !holdsAdmin(after)
  return action === 'person-deactivated' && holdsAdmin(roles)
}

/** Who made a person an admin with this change, besides themselves; empty where it made none. */
function makersIn({ action, actorId, detail, personId }: AdminChange): string[] {
  if (!makesAdmin(action, detail)) return []
  return [actorId, detail.proposedBy, detail.invitedBy, detail.consentedBy].filter(
    (maker): maker is string => typeof maker === 'string' && maker !== personId,
  )
}

/** Who made this person an admin, and until when that counts. `changes`: of anyone. */
function makersOf(changes: readonly AdminChange[], personId: string): Map<string, number> {
  const until = new Map<string, number>()
  for (const change of changes) {
    if (change.personId !== personId) continue
    for (const maker of makersIn(change))
      until.set(maker, Math.max(until.get(maker) ?? 0, change.at.getTime() + NEW_ADMIN_MS))
  }
  return until
}

/** Why one admin cannot approve yet what another proposes. */
export type ApprovalBar = {
  until: Date
  because: 'proposer-made-approver' | 'approver-made-proposer' | 'same-maker'
}

/**
 * Why an admin is no second person for a proposer yet; null if they are. Whoever just became an admin and the people
 * who made them one do not approve each other's proposals, and neither do two new admins with the same maker: one
 * person could hold all of these accounts. Where no second person is needed, an admin applies their own proposal.
 */
export function approvalBar(
  changes: readonly AdminChange[],
  { approverId, proposerId }: { approverId: string; proposerId: string },
  now: Date,
): ApprovalBar | null {
  if (approverId === proposerId) return null
  const [ofApprover, ofProposer] = [makersOf(changes, approverId), makersOf(changes, proposerId)]
  const found = [
    { until: ofApprover.get(proposerId), because: 'proposer-made-approver' as const },
    { until: ofProposer.get(approverId), because: 'approver-made-proposer' as const },
    ...[...ofApprover].map(([maker, until]) => ({
      until: Math.min(until, ofProposer.get(maker) ?? 0),
      because: 'same-maker' as const,
    })),
  ].flatMap(({ until, because }) =>
    until && until > now.getTime() ? [{ until: new Date(until), because }] : [],
  )
  return found.toSorted((one, other) => other.until.getTime() - one.until.getTime())[0] ?? null
}

/**
 * Until when a former admin still counts as the second person for `actorId`; null if they do not. Without this, one
 * admin could remove the other, change the rules alone and bring them back. Leaving voluntarily counts too. Exception:
 * an admin whom `actorId` had made less than 3 days before. Other admins who cannot approve yet do count; otherwise a
 * new admin could remove their own maker and be alone at once. Bringing someone back while they still count is not
 * making them an admin; otherwise they could be there nearly all the time, and not count when they are removed again.
 * `changes`: all of the former admin, oldest first.
 */
export function formerAdminCountsUntil(
  changes: readonly AdminChange[],
  actorId: string,
  now: Date,
): Date | null {
  let counts = 0
  let isOwnUntil = 0
  for (const change of changes) {
    const at = change.at.getTime()
    if (makersIn(change).includes(actorId) && at >= counts) isOwnUntil = at + NEW_ADMIN_MS
    if (endsAdmin(change.action, change.detail) && at >= isOwnUntil) counts = at + NEW_ADMIN_MS
  }
  return counts > now.getTime() ? new Date(counts) : null
}

/** Why a change waits although there is no other admin. `until`: in words. */
export const formerAdminWords = (name: string, until: string): string =>
  `${name} stopped being an admin less than ${NEW_ADMIN_DAYS} days ago, so you cannot yet change alone what takes two admins. It waits for another admin; from ${until} you can make the change alone.`

/** Why no one sets a new password for them without a third admin, as for an admin. */
export const formerAdminPasswordWords = (name: string, until: string): string =>
  `${name} stopped being an admin less than ${NEW_ADMIN_DAYS} days ago, so a new password for them needs a third admin until ${until}.`

/** Why this admin cannot approve yet what `proposer` proposed. `hasOther`: another admin can. */
export const approverBarredWords = (
  proposer: string,
  { because, until, hasOther }: { because: ApprovalBar['because']; until: string; hasOther: boolean },
): string =>
  `${whoMade(proposer, because, 'proposer-made-approver')} less than ${NEW_ADMIN_DAYS} days ago, so you cannot approve their changes until ${until}. ${hasOther ? 'Another admin can.' : 'Until then no one can.'}`

/** Why `approver`, the first admin who will be able to, cannot approve yet what this admin proposes. */
export const proposerBarredWords = (
  approver: string,
  { because, until }: { because: ApprovalBar['because']; until: string },
): string =>
  `${whoMade(approver, because, 'approver-made-proposer')} less than ${NEW_ADMIN_DAYS} days ago, so they cannot approve your changes until ${until}. Until then no one can.`

/** `theyMadeYou`: the reason that says that `other` made this admin one. */
function whoMade(
  other: string,
  because: ApprovalBar['because'],
  theyMadeYou: ApprovalBar['because'],
): string {
  if (because === 'same-maker') return `The same admin made you and ${other} admins`
  return because === theyMadeYou ? `${other} made you an admin` : `You made ${other} an admin`
}

/** Where no other admin is left, nor counts any more, to approve what this one proposed. */
export const APPLY_ALONE = 'There is no other admin any more, so you can apply what waits alone.'
