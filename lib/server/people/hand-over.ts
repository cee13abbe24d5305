import { and, asc, eq, inArray, isNull, notInArray } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { underwritingCases } from '@/lib/db/schema/underwriting'
import { can, type Role } from '@/lib/domain/access/permissions'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { type AuditEntry, recordAudit } from '@/lib/server/audit'
import { auditCase } from '@/lib/server/cases/case'
import { listContributors } from '@/lib/server/cases/own-work'
import { lockWorker } from '@/lib/server/lock-worker'
import { tellPeople } from '@/lib/server/notifications/tell'
import type { Change, Ctx } from '@/lib/server/services'
import { type AccessRefusal, refused } from './access'

/** Applications that need no more work. */
const OVER: ApplicationStatus[] = ['withdrawn', 'declined']

/** How many cases a person has claimed, and how many applications are assigned to them. */
export async function countWork(
  db: DbOrTx,
  personIds: readonly string[],
): Promise<Map<string, { cases: number; applications: number }>> {
  const work = new Map(personIds.map((id) => [id, { cases: 0, applications: 0 }]))
  if (personIds.length === 0) return work
  for (const { personId } of await selectCases(db, personIds)) {
    const own = personId === null ? undefined : work.get(personId)
    if (own) own.cases += 1
  }
  for (const { personId } of await selectApplications(db, personIds)) {
    const own = personId === null ? undefined : work.get(personId)
    if (own) own.applications += 1
  }
  return work
}

type HandedOver = { ok: true; cases: number; applications: number }

/**
 * Hands a person's work to others; null leaves it with no one. A case is also left with no one if its new underwriter
 * worked on the application, because they may not decide it.
 */
export async function handOverWork(
  ctx: Ctx,
  tx: Tx,
  personId: string,
  { casesTo, applicationsTo }: { casesTo: string | null; applicationsTo: string | null },
): Promise<HandedOver | AccessRefusal> {
  if (casesTo === personId || !(await mayHave(tx, casesTo, 'underwriting:work')))
    return refused('Choose an active underwriter.', 'casesTo')
  if (applicationsTo === personId || !(await mayHave(tx, applicationsTo, 'applications:write')))
    return refused('Choose an active person of onboarding.', 'applicationsTo')
  await lockWork(tx, personId)
  const cases = await giveCases(ctx, tx, personId, casesTo)
  const given = await giveApplications(ctx, tx, personId, applicationsTo)
  return { ok: true, cases, applications: given }
}

/** Takes away the work that these roles no longer allow. */
export async function releaseWork(
  ctx: Change,
  tx: Tx,
  personId: string,
  roles: readonly Role[],
): Promise<{ cases?: number; applications?: number }> {
  await lockWork(tx, personId)
  return {
    ...(!can(roles, 'underwriting:work') && { cases: await giveCases(ctx, tx, personId, null) }),
    ...(!can(roles, 'applications:write') && {
      applications: await giveApplications(ctx, tx, personId, null),
    }),
  }
}

/**
 * Locks the person's work in the same order as other locks on several applications; a case is locked through its
 * application. The person's row is locked already, so no work can be added.
 */
async function lockWork(tx: Tx, personId: string): Promise<void> {
  const work = [...(await selectCases(tx, [personId])), ...(await selectApplications(tx, [personId]))]
  if (work.length === 0) return
  await tx
    .select({ id: applications.id })
    .from(applications)
    .where(
      inArray(
        applications.id,
        work.map(({ applicationId }) => applicationId),
      ),
    )
    .orderBy(asc(applications.id))
    .for('update')
}

/**
 * Here and below the work is locked, and read again: anything that was taken or given back meanwhile is not included.
 */
async function giveCases(ctx: Change, tx: Tx, from: string, to: string | null): Promise<number> {
  let given = 0
  for (const { applicationId } of await selectCases(tx, [from])) {
    const isOwnWork = to !== null && (await listContributors(tx, applicationId)).has(to)
    const next = isOwnWork ? null : to
    const changed = await tx
      .update(underwritingCases)
      .set({ underwriterId: next, claimedAt: next === null ? null : ctx.now() })
      .where(
        and(eq(underwritingCases.applicationId, applicationId), eq(underwritingCases.underwriterId, from)),
      )
      .returning({ id: underwritingCases.applicationId })
    if (changed.length === 0) continue
    given += 1
    await auditCase(ctx, tx, next === null ? 'case-released' : 'case-assigned', applicationId, {
      from,
      to: next,
    })
  }
  return given
}

async function giveApplications(ctx: Change, tx: Tx, from: string, to: string | null): Promise<number> {
  const rows = await selectApplications(tx, [from])
  if (rows.length === 0) return 0
  const given = await tx
    .update(applications)
    .set({ assigneeId: to })
    .where(
      and(
        inArray(
          applications.id,
          rows.map(({ applicationId }) => applicationId),
        ),
        eq(applications.assigneeId, from),
      ),
    )
    .returning({ applicationId: applications.id })
  for (const { applicationId } of given) {
    const entry: AuditEntry = {
      at: ctx.now(),
      actorId: ctx.actor?.id ?? null,
      action: 'application-assigned',
      subject: ['application', applicationId],
      requestId: ctx.requestId,
      detail: { from, to },
    }
    await recordAudit(tx, entry)
    await tellPeople(tx, entry)
  }
  return given.length
}

const selectCases = (db: DbOrTx, personIds: readonly string[]) =>
  db
    .select({ applicationId: underwritingCases.applicationId, personId: underwritingCases.underwriterId })
    .from(underwritingCases)
    .where(and(inArray(underwritingCases.underwriterId, [...personIds]), isNull(underwritingCases.closedAt)))
    .orderBy(asc(underwritingCases.applicationId))

const selectApplications = (db: DbOrTx, personIds: readonly string[]) =>
  db
    .select({ applicationId: applications.id, personId: applications.assigneeId })
    .from(applications)
    .where(and(inArray(applications.assigneeId, [...personIds]), notInArray(applications.status, OVER)))
    .orderBy(asc(applications.id))

const mayHave = async (
  tx: Tx,
  personId: string | null,
  permission: 'underwriting:work' | 'applications:write',
): Promise<boolean> => personId === null || lockWorker(tx, personId, permission)
