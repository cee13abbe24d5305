import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { users } from '@/lib/db/schema/people'
import type { answerResetInput, resetFactorsInput } from '@/lib/domain/access/factor-inputs'
import { hasPower } from '@/lib/domain/access/roles'
import { listFactors, removeAllFactors } from '@/lib/server/factors/active-factors'
import type { Ctx } from '@/lib/server/services'
import { endSessions } from '@/lib/server/sign-in/sessions'
import {
  asAdmin,
  auditPerson,
  hasSecondAdmin,
  listJustLeft,
  lockPerson,
  OWN_PROPOSAL,
  type PersonRow,
  refuseApproval,
  refused,
  STALE,
  whyNotMine,
} from './access'
import type { AccessResult, RolesResult } from './roles'

const NOTHING_ASKED = { factorResetBy: null, factorResetAt: null }

/**
 * For a person who lost their second factors: they sign in with their password, and set up new ones if required. If
 * they approve or administer, or were an admin until just now, another admin has to consent, provided there is a third: an admin who knew the password
 * could otherwise sign in as that person.
 */
export async function resetFactors(
  ctx: Ctx,
  { personId, version }: z.output<typeof resetFactorsInput>,
): Promise<RolesResult> {
  return asAdmin(ctx, async (tx): Promise<RolesResult> => {
    const person = await lockPerson(tx, personId)
    if (person.version !== version) return STALE
    if (person.id === ctx.actor.id) return refused('Change your own second factors under Account.')
    if ((await listFactors(tx, person.id)).length === 0)
      return refused('This person has no second factor. Reload the page.')
    if (await needsSecond(ctx, tx, person)) {
      const { id: factorResetBy } = ctx.actor
      await tx
        .update(users)
        .set({ factorResetBy, factorResetAt: ctx.now(), version: person.version + 1 })
        .where(eq(users.id, person.id))
      await auditPerson(ctx, tx, 'factor-reset-proposed', person.id)
      return { ok: true, waits: true }
    }
    await reset(ctx, tx, person, {})
    return { ok: true, waits: false }
  })
}

/** A second admin answers the proposal. The first one withdraws it, or applies it where there is no second any more. */
export async function answerReset(
  ctx: Ctx,
  { personId, version, answer }: z.output<typeof answerResetInput>,
): Promise<AccessResult> {
  return asAdmin(ctx, async (tx): Promise<AccessResult> => {
    const person = await lockPerson(tx, personId)
    if (person.version !== version) return STALE
    const { factorResetBy: proposedBy } = person
    if (proposedBy === null) return refused('This person no longer has a pending reset. Reload the page.')
    const isOwn = proposedBy === ctx.actor.id
    if (answer === 'consent') {
      if (isOwn && (await needsSecond(ctx, tx, person)))
        return refuseApproval(ctx, tx, ['user', person.id], OWN_PROPOSAL)
      if (person.id === ctx.actor.id)
        return refuseApproval(
          ctx,
          tx,
          ['user', person.id],
          refused('This is about your own second factor. Another admin has to approve it.'),
        )
      const noSecond = await whyNotMine(ctx, tx, proposedBy)
      if (noSecond) return refuseApproval(ctx, tx, ['user', person.id], noSecond)
      await reset(ctx, tx, person, { proposedBy })
      return { ok: true }
    }
    if (answer === 'reject' && isOwn) return refused('This is your own proposal. Withdraw it instead.')
    if (answer === 'withdraw' && !isOwn) return refused('Someone else proposed this. Reject it instead.')
    await tx
      .update(users)
      .set({ ...NOTHING_ASKED, version: person.version + 1 })
      .where(eq(users.id, person.id))
    await auditPerson(
      ctx,
      tx,
      answer === 'reject' ? 'factor-reset-rejected' : 'factor-reset-withdrawn',
      person.id,
      {
        proposedBy,
      },
    )
    return { ok: true }
  })
}

async function needsSecond(ctx: Ctx, tx: Tx, { id, roles }: PersonRow): Promise<boolean> {
  const second = { actorId: ctx.actor.id, now: ctx.now() }
  const hasLeft = (await listJustLeft(tx, second.actorId, second.now)).some((left) => left.id === id)
  return (hasPower(roles) || hasLeft) && (await hasSecondAdmin(tx, { ...second, besides: id }))
}

async function reset(ctx: Ctx, tx: Tx, person: PersonRow, detail: Record<string, unknown>): Promise<void> {
  const factors = await removeAllFactors(tx, person.id)
  const sessions = await endSessions(tx, { userId: person.id }, ctx.now())
  await tx
    .update(users)
    .set({ ...NOTHING_ASKED, version: person.version + 1 })
    .where(eq(users.id, person.id))
  await auditPerson(ctx, tx, 'factors-reset', person.id, { factors, sessions, ...detail })
}
