import type { DbOrTx } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { AuditSubjectType } from '@/lib/domain/audit/audit-labels'
import { callingAddress } from './request-address'
import { withoutCardNumbers } from './sanitize-text'
import type { Ctx } from './services'

export type AuditSubject = [type: AuditSubjectType, id: string]

export type AuditEntry = {
  at: Date
  /** Null for what the desk does by itself. */
  actorId: string | null
  action: AuditAction
  subject: AuditSubject
  requestId: string
  /** By default that of the present request, so that no row can forget it; null in a job. */
  address?: string
  /** Before and after, masked. Never a secret or an identity. */
  detail: Record<string, unknown>
}

/**
 * Takes the transaction of the change itself: no change without its row, no row without its change. Given
 * `tx.with(…)`, the changes named there go in the same statement.
 */
export async function recordAudit(tx: Pick<DbOrTx, 'insert'>, entry: AuditEntry): Promise<void> {
  const { subject, detail, ...rest } = entry
  // What people typed stands in it: why, where to, what they looked for.
  const masked = withoutCardNumbers(detail)
  await tx.insert(auditLog).values({
    ...rest,
    address: entry.address ?? callingAddress(),
    detail: masked,
    subjectType: subject[0],
    subjectId: subject[1],
  })
}

/** What the person of this request does. `at`: where the change itself bears the same moment. */
export const recordBy = (
  { now, actor, requestId }: Pick<Ctx, 'now' | 'actor' | 'requestId'>,
  tx: Pick<DbOrTx, 'insert'>,
  entry: Pick<AuditEntry, 'action' | 'subject' | 'detail'> & { at?: Date },
): Promise<void> => recordAudit(tx, { at: now(), actorId: actor.id, requestId, ...entry })

/** What somebody does with what is their own: their account, their views. */
export const recordOwn = (
  ctx: Ctx,
  tx: Pick<DbOrTx, 'insert'>,
  action: AuditAction,
  detail: Record<string, unknown>,
): Promise<void> => recordBy(ctx, tx, { action, subject: ['user', ctx.actor.id], detail })
