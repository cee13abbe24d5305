import { asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { users } from '@/lib/db/schema/people'
import { can } from '@/lib/domain/access/permissions'
import { MAX_CHOSEN } from '@/lib/domain/application/inputs'
import { type AuditEntry, recordAudit } from '@/lib/server/audit'
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
  /** `from`: whose it was when the assigner looked; so nobody's taking is undone unseen. */
  rows: z
    .array(z.object({ applicationId: z.uuid(), from: z.uuid().nullable() }))
    .min(1)
    .max(MAX_CHOSEN),
  /** Null: nobody's any more. */
  to: z.uuid().nullable(),
})

/**
 * Gives applications to somebody, each row for itself: one that another person assigned meanwhile is refused,
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
    return changeRows(tx, [...seen.keys()], async (application) => {
      const { id, assigneeId: from } = application
      if (from === to) return null
      if (from !== seen.get(id)) return await takenMeanwhile(tx, from)
      await tx.update(applications).set({ assigneeId: to }).where(eq(applications.id, id))
      const entry: AuditEntry = {
        at: ctx.now(),
        actorId: ctx.actor.id,
        action: 'application-assigned',
        subject: ['application', id],
        requestId: ctx.requestId,
        detail: { from, to },
      }
      await recordAudit(tx, entry)
      await tellPeople(tx, entry)
      return null
    })
  })
}

async function takenMeanwhile(tx: DbOrTx, assigneeId: string | null): Promise<string> {
  if (assigneeId === null) return 'Someone else unassigned it. Reload to see the change.'
  const [person] = await tx.select({ name: users.name }).from(users).where(eq(users.id, assigneeId))
  return `Someone else assigned it to ${person?.name ?? 'another person'}.`
}
