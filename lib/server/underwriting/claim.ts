import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { users } from '@/lib/db/schema/people'
import { underwritingCases } from '@/lib/db/schema/underwriting'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { assignCaseInput } from '@/lib/domain/cases/inputs'
import { OWN_WORK } from '@/lib/domain/underwriting/decision'
import { DeskError } from '@/lib/errors'
import { auditCase, type CaseRefusal, type caseSchema, lockCase } from '@/lib/server/cases/case'
import { listContributors } from '@/lib/server/cases/own-work'
import { lockWorker } from '@/lib/server/lock-worker'
import type { Ctx } from '@/lib/server/services'
import { waitsForAnother } from './second-decision'

export type ClaimResult = { ok: true } | CaseRefusal

const NOT_OPEN: CaseRefusal = {
  ok: false,
  reason: 'wrong-state',
  message: 'This case is no longer with underwriting. Reload to see its status.',
}

/**
 * Takes a case that no one has, and that is neither one's own work nor waits for someone to confirm one's decision:
 * claimed by someone who may not decide it, it would only be kept from those who may, and a note needs no claim. Of two who claim at once one wins, and the other is
 * told who.
 */
export const claimCase = (ctx: Ctx, { applicationId }: z.output<typeof caseSchema>): Promise<ClaimResult> =>
  ctx.db.transaction(async (tx) => {
    if (!(await lockWorker(tx, ctx.actor.id, 'underwriting:work'))) throw new DeskError('forbidden')
    return giveCase(ctx, tx, applicationId, null, ctx.actor.id, 'case-claimed')
  })

/** Gives back a case of one's own: it waits for someone again, and its clock goes on. */
export const releaseCase = (ctx: Ctx, { applicationId }: z.output<typeof caseSchema>): Promise<ClaimResult> =>
  ctx.db.transaction((tx) => giveCase(ctx, tx, applicationId, ctx.actor.id, null, 'case-released'))

/** Gives a case to an underwriter who did not work on it, whoever has it. */
export const assignCase = (
  ctx: Ctx,
  { applicationId, from, to }: z.output<typeof assignCaseInput>,
): Promise<ClaimResult> =>
  ctx.db.transaction(async (tx) => {
    if (!(await lockWorker(tx, to, 'underwriting:work'))) {
      return {
        ok: false,
        reason: 'invalid',
        message: 'This person is not an active underwriter. Choose another.',
      }
    }
    return giveCase(ctx, tx, applicationId, from, to, 'case-assigned')
  })

async function giveCase(
  ctx: Ctx,
  tx: Tx,
  applicationId: string,
  from: string | null,
  to: string | null,
  action: AuditAction,
): Promise<ClaimResult> {
  const { application, held } = await lockCase(tx, applicationId)
  if (!held || (application.status !== 'in-underwriting' && application.status !== 'info-requested')) {
    return NOT_OPEN
  }
  if (held.underwriterId === to) return { ok: true }
  if (held.underwriterId !== from) return await takenBy(tx, held.underwriterId)
  if (to !== null && (await listContributors(tx, applicationId)).has(to)) return ownWork(to === ctx.actor.id)
  if (to !== null && (await waitsForAnother(ctx, tx, application, held.round, to)))
    return decidedFirst(to === ctx.actor.id)
  await tx
    .update(underwritingCases)
    .set({ underwriterId: to, claimedAt: to === null ? null : ctx.now() })
    .where(eq(underwritingCases.applicationId, applicationId))
  await auditCase(ctx, tx, action, applicationId, { from, to })
  return { ok: true }
}

const ownWork = (isMine: boolean): CaseRefusal => ({
  ok: false,
  reason: 'own-work',
  message: isMine
    ? `${OWN_WORK} Someone who did not must claim it.`
    : 'They worked on this application and cannot decide it. Choose someone who did not.',
})

const decidedFirst = (isMine: boolean): CaseRefusal => ({
  ok: false,
  reason: 'own-work',
  message: isMine
    ? 'You made the first decision. Another underwriter must claim it for the second.'
    : 'They made the first decision and cannot make the second. Choose another underwriter.',
})

async function takenBy(tx: Tx, underwriterId: string | null): Promise<CaseRefusal> {
  if (underwriterId === null) {
    return { ok: false, reason: 'taken', message: 'The case was released and is unassigned now.' }
  }
  const [person] = await tx.select({ name: users.name }).from(users).where(eq(users.id, underwriterId))
  return {
    ok: false,
    reason: 'taken',
    message: `${person?.name ?? 'Someone else'} has claimed this case.`,
  }
}
