import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { users } from '@/lib/db/schema/people'
import type {
  answerProposalInput,
  changeRolesInput,
  deactivatePersonInput,
  personInput,
  reactivatePersonInput,
} from '@/lib/domain/access/inputs'
import type { Role } from '@/lib/domain/access/permissions'
import { gainsPower, hasPower, isAdmin, sameRoles, sortRoles } from '@/lib/domain/access/roles'
import type { Change, Ctx } from '@/lib/server/services'
import { endSessions } from '@/lib/server/sign-in/sessions'
import {
  type AccessRefusal,
  asAdmin,
  auditPerson,
  dropPending,
  hasSecondAdmin,
  isLinked,
  isNameTaken,
  listAdmins,
  lockPerson,
  NAME_TAKEN_MEANWHILE,
  OWN_PROPOSAL,
  type PersonRow,
  refuseApproval,
  refused,
  STALE,
  voidLinksFor,
  whyNotMine,
} from './access'
import { handOverWork, releaseWork } from './hand-over'

/** `waits`: nothing changes until a second admin consents. */
export type RolesResult = { ok: true; waits: boolean } | AccessRefusal
export type AccessResult = { ok: true } | AccessRefusal

const LAST_ADMIN = refused('This is the last active admin. Make someone else an admin first.', 'roles')
const BY_GROUPS = refused(
  'Their roles come from their groups at the identity provider. Change the groups there.',
  'roles',
)
const NO_PROPOSAL = refused('This person no longer has a pending change. Reload the page.')
const NOTHING_PROPOSED = { proposedRoles: null, proposedBy: null, proposedAt: null }

/**
 * Changes a person's roles. Open sessions have them from the next request on. New rights to approve or administer wait
 * for a second admin, if there is one.
 */
export async function changeRoles(
  ctx: Ctx,
  { personId, version, roles: asked }: z.output<typeof changeRolesInput>,
): Promise<RolesResult> {
  const roles = sortRoles(asked)
  return asAdmin(ctx, async (tx): Promise<RolesResult> => {
    const person = await lockPerson(tx, personId)
    if (person.version !== version) return STALE
    if (!person.active) return refused('This person is deactivated. Reactivate them first.')
    if (ctx.singleSignOn?.groups && (await isLinked(tx, ctx.singleSignOn, person.id))) return BY_GROUPS
    if (sameRoles(person.roles, roles)) return refused('These are the current roles already.', 'roles')
    if (await isLastAdmin(tx, person, roles)) return LAST_ADMIN
    if (gainsPower(person.roles, roles) && (await waitsForSecond(ctx, tx, person)))
      return propose(ctx, tx, person, roles)
    await applyRoles(ctx, tx, person, roles, {})
    return { ok: true, waits: false }
  })
}

/** Reactivates a person with the roles that they had. */
export async function reactivatePerson(
  ctx: Ctx,
  { personId, version }: z.output<typeof reactivatePersonInput>,
): Promise<RolesResult> {
  return asAdmin(ctx, async (tx): Promise<RolesResult> => {
    const person = await lockPerson(tx, personId)
    if (person.version !== version) return STALE
    if (person.active) return refused('This person is active already.')
    if (await isNameTaken(tx, person.name, person.id)) return NAME_TAKEN_MEANWHILE
    if (hasPower(person.roles) && (await waitsForSecond(ctx, tx, person)))
      return propose(ctx, tx, person, person.roles)
    await activate(ctx, tx, person, {})
    return { ok: true, waits: false }
  })
}

/** A second admin answers a proposal. The first one withdraws it, or applies it where there is no second any more. */
export async function answerProposal(
  ctx: Ctx,
  { personId, version, answer }: z.output<typeof answerProposalInput>,
): Promise<AccessResult> {
  return asAdmin(ctx, async (tx): Promise<AccessResult> => {
    const person = await lockPerson(tx, personId)
    if (person.version !== version) return STALE
    const { proposedRoles: roles, proposedBy } = person
    if (roles === null || proposedBy === null) return NO_PROPOSAL
    const isOwn = proposedBy === ctx.actor.id
    if (answer === 'consent') {
      if (isOwn && (await waitsForSecond(ctx, tx, person)))
        return refuseApproval(ctx, tx, ['user', person.id], OWN_PROPOSAL)
      const noSecond = await whyNotMine(ctx, tx, proposedBy)
      if (noSecond) return refuseApproval(ctx, tx, ['user', person.id], noSecond)
      if (await isLastAdmin(tx, person, roles)) return LAST_ADMIN
      if (person.active) await applyRoles(ctx, tx, person, roles, { proposedBy })
      else if (await isNameTaken(tx, person.name, person.id)) return NAME_TAKEN_MEANWHILE
      else await activate(ctx, tx, person, { proposedBy })
      return { ok: true }
    }
    if (answer === 'reject' && isOwn) return refused('This is your own proposal. Withdraw it instead.')
    if (answer === 'withdraw' && !isOwn) return refused('Someone else proposed this. Reject it instead.')
    await tx
      .update(users)
      .set({ ...NOTHING_PROPOSED, version: person.version + 1 })
      .where(eq(users.id, person.id))
    const action = answer === 'reject' ? 'person-roles-rejected' : 'person-roles-withdrawn'
    await auditPerson(ctx, tx, action, person.id, { roles, proposedBy })
    return { ok: true }
  })
}

/**
 * Deactivates a person at once: their sessions end, their links and proposals are void, and their work goes to the
 * chosen people, or is unassigned.
 */
export async function deactivatePerson(
  ctx: Ctx,
  { personId, version, casesTo, applicationsTo }: z.output<typeof deactivatePersonInput>,
): Promise<AccessResult> {
  return asAdmin(ctx, async (tx): Promise<AccessResult> => {
    const person = await lockPerson(tx, personId)
    if (person.version !== version) return STALE
    if (person.id === ctx.actor.id) return refused('You cannot deactivate yourself. Ask another admin.')
    if (!person.active) return refused('This person is deactivated already.')
    const now = ctx.now()
    await tx
      .update(users)
      .set({ active: false, ...NOTHING_PROPOSED, version: person.version + 1 })
      .where(eq(users.id, person.id))
    const ended = await endSessions(tx, { userId: person.id }, now)
    await dropPending(ctx, tx, person.id)
    await voidLinksFor(tx, person.email, now)
    const work = await handOverWork(ctx, tx, person.id, {
      casesTo: casesTo || null,
      applicationsTo: applicationsTo || null,
    })
    if (!work.ok) throw new HandOverRefused(work)
    await auditPerson(ctx, tx, 'person-deactivated', person.id, {
      roles: person.roles,
      sessions: ended,
      casesTo: casesTo || null,
      applicationsTo: applicationsTo || null,
      cases: work.cases,
      applications: work.applications,
    })
    return { ok: true }
  }).catch((error) => {
    if (error instanceof HandOverRefused) return error.refusal
    throw error
  })
}

/** Thrown to roll back the transaction. */
class HandOverRefused extends Error {
  readonly refusal: AccessRefusal
  constructor(refusal: AccessRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Signs a person out everywhere. They can sign in again. */
export async function endPersonSessions(
  ctx: Ctx,
  { personId }: z.output<typeof personInput>,
): Promise<AccessResult> {
  return asAdmin(ctx, async (tx): Promise<AccessResult> => {
    const person = await lockPerson(tx, personId)
    if (person.id === ctx.actor.id) return refused('End your own sessions under Account.')
    const ended = await endSessions(tx, { userId: person.id }, ctx.now())
    await auditPerson(ctx, tx, 'person-sessions-ended', person.id, { sessions: ended })
    return { ok: true }
  })
}

/** An admin who just left comes back without waiting for themselves; one who is there counts, as everybody does. */
const waitsForSecond = (ctx: Ctx, tx: Tx, { id, active, roles }: PersonRow): Promise<boolean> =>
  hasSecondAdmin(tx, {
    actorId: ctx.actor.id,
    now: ctx.now(),
    besides: active && isAdmin(roles) ? undefined : id,
  })

async function propose(ctx: Ctx, tx: Tx, person: PersonRow, roles: Role[]): Promise<RolesResult> {
  await tx
    .update(users)
    .set({
      proposedRoles: roles,
      proposedBy: ctx.actor.id,
      proposedAt: ctx.now(),
      version: person.version + 1,
    })
    .where(eq(users.id, person.id))
  await auditPerson(ctx, tx, 'person-roles-proposed', person.id, {
    before: person.active ? person.roles : [],
    after: roles,
  })
  return { ok: true, waits: true }
}

/**
 * Applies roles; open sessions have them from the next request on. The caller has locked the person and access changes.
 */
export async function applyRoles(
  ctx: Change,
  tx: Tx,
  person: PersonRow,
  roles: Role[],
  detail: Record<string, unknown>,
): Promise<void> {
  await tx
    .update(users)
    .set({ roles, ...NOTHING_PROPOSED, version: person.version + 1 })
    .where(eq(users.id, person.id))
  if (isAdmin(person.roles) && !isAdmin(roles)) await dropPending(ctx, tx, person.id)
  // A link made while less was at stake would let whoever made it in as someone who approves.
  if (gainsPower(person.roles, roles)) await voidLinksFor(tx, person.email, ctx.now())
  const released = await releaseWork(ctx, tx, person.id, roles)
  await auditPerson(ctx, tx, 'person-roles-changed', person.id, {
    before: person.roles,
    after: roles,
    ...released,
    ...detail,
  })
}

async function activate(ctx: Ctx, tx: Tx, person: PersonRow, detail: Record<string, unknown>): Promise<void> {
  await tx
    .update(users)
    .set({ active: true, ...NOTHING_PROPOSED, version: person.version + 1 })
    .where(eq(users.id, person.id))
  await auditPerson(ctx, tx, 'person-reactivated', person.id, { roles: person.roles, ...detail })
}

/** Whether no admin would be left once this person has these roles. */
export const isLastAdmin = async (tx: Tx, person: PersonRow, roles: readonly Role[]): Promise<boolean> =>
  person.active &&
  isAdmin(person.roles) &&
  !isAdmin(roles) &&
  (await listAdmins(tx)).every(({ id }) => id === person.id)
