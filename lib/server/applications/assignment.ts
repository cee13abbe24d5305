import { asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { users } from '@/lib/db/schema/people'
import { can } from '@/lib/domain/access/permissions'
import { MAX_CHOSEN, type undoAssignInput } from '@/lib/domain/application/inputs'
import { type AuditEntry, recordAudit } from '@/lib/server/audit'
import type { ApplicationRow } from '@/lib/server/drafts/data'
import { lockWorker } from '@/lib/server/lock-worker'
import { tellPeople } from '@/lib/server/notifications/tell'
import type { Ctx } from '@/lib/server/services'
import { changeRows, type RowsResult } from './change-rows'

/** A person to whom applications can be given. */
export type Assignable = { id: string; name: string }

/** Active people whose roles let them fill applications, by name. */
export async function listAssignable(db: DbOrTx): Promise<Assignable[]> {
  const people = await db
    .select({ id: users.id, name: users.name, roles: users.roles })
    .from(users)
    .where(eq(users.active, true))
    .orderBy(asc(users.name), asc(users.id))
  return people.filter(({ roles }) => can(roles, 'applications:write')).map(({ id, name }) => ({ id, name }))
}

export const assignSchema = z.object({
  /** `from`: whose it was when the assigner looked; so no one's taking is undone unseen. */
  rows: z
    .array(z.object({ applicationId: z.uuid(), from: z.uuid().nullable() }))
    .min(1)
    .max(MAX_CHOSEN),
  /** Null: no one's any more. */
  to: z.uuid().nullable(),
})

/**
 * Gives applications to someone, each row for itself: one that another person assigned meanwhile is refused,
 * the others are given. It is no change of what is in them, and moves none in the list.
 */
export async function assignApplications(
  ctx: Ctx,
  { rows, to }: z.output<typeof assignSchema>,
): Promise<RowsResult> {
  const seen = new Map(rows.map(({ applicationId, from }) => [applicationId, from]))
  return ctx.db.transaction(async (tx) => {
    if (to !== null && !(await lockWorker(tx, to, 'applications:write'))) {
      return { ok: false, message: 'This person is not active or cannot edit applications. Choose another.' }
    }
    return changeRows(tx, [...seen.keys()], (application) =>
      give(ctx, tx, application, seen.get(application.id) ?? null, to),
    )
  })
}

/**
 * Gives them back to whoever had them. What was given on meanwhile stays there, and no one gets any who can no longer
 * work on them.
 */
export const undoAssignments = (
  ctx: Ctx,
  { rows }: z.output<typeof undoAssignInput>,
): Promise<RowsResult> => {
  const given = new Map(rows.map(({ applicationId, ...change }) => [applicationId, change]))
  return ctx.db.transaction(async (tx) => {
    const able = new Set<string | null>([null])
    // In one order, so that two who undo wait for each other and never deadlock.
    for (const to of [...new Set(rows.flatMap((row) => row.to ?? []))].sort())
      if (await lockWorker(tx, to, 'applications:write')) able.add(to)
    return changeRows(tx, [...given.keys()], async (application) => {
      const { from = null, to = null } = given.get(application.id) ?? {}
      if (!able.has(to)) return 'The previous assignee is not active or cannot edit applications any more.'
      return give(ctx, tx, application, from, to, { undone: true })
    })
  })
}

/** Why it was not given, in words; null where it was. */
async function give(
  ctx: Ctx,
  tx: Tx,
  { id, assigneeId: from }: Pick<ApplicationRow, 'id' | 'assigneeId'>,
  seen: string | null,
  to: string | null,
  detail: Record<string, unknown> = {},
): Promise<string | null> {
  if (from === to) return null
  if (from !== seen) return await assignedMeanwhile(tx, from)
  await tx.update(applications).set({ assigneeId: to }).where(eq(applications.id, id))
  const entry: AuditEntry = {
    at: ctx.now(),
    actorId: ctx.actor.id,
    action: 'application-assigned',
    subject: ['application', id],
    requestId: ctx.requestId,
    detail: { from, to, ...detail },
  }
  await recordAudit(tx, entry)
  await tellPeople(tx, entry)
  return null
}

async function assignedMeanwhile(tx: DbOrTx, assigneeId: string | null): Promise<string> {
  if (assigneeId === null) return 'Someone else unassigned it. Reload to see the change.'
  const [person] = await tx.select({ name: users.name }).from(users).where(eq(users.id, assigneeId))
  return `Someone else assigned it to ${person?.name ?? 'another person'}.`
}
