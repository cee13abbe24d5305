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
  /** Null for automatic actions. */
  actorId: string | null
  action: AuditAction
  subject: AuditSubject
  requestId: string
  /** Defaults to the current request's address, so that callers cannot forget it; null in a job. */
  address?: string
  /** Values before and after, masked. Never secrets or identities. */
  detail: Record<string, unknown>
}

/**
 * Writes the row in the transaction of the change itself, so that neither exists without the other. With
 * `tx.with(…)`, the change and the row are one statement.
 */
export async function recordAudit(tx: Pick<DbOrTx, 'insert'>, entry: AuditEntry): Promise<void> {
  const { subject, detail, ...rest } = entry
  // It contains text that people typed, such as reasons, destinations and search terms.
  const masked = withoutCardNumbers(detail)
  await tx.insert(auditLog).values({
    ...rest,
    address: entry.address ?? callingAddress(),
    detail: masked,
    subjectType: subject[0],
    subjectId: subject[1],
  })
}

/** Records an action of the request's person. `at`: if the change itself stores the same time. */
export const recordBy = (
  { now, actor, requestId }: Pick<Ctx, 'now' | 'actor' | 'requestId'>,
  tx: Pick<DbOrTx, 'insert'>,
  entry: Pick<AuditEntry, 'action' | 'subject' | 'detail'> & { at?: Date },
): Promise<void> => recordAudit(tx, { at: now(), actorId: actor.id, requestId, ...entry })

/** Records an action of a person on their own account or views. */
export const recordOwn = (
  ctx: Ctx,
  tx: Pick<DbOrTx, 'insert'>,
  action: AuditAction,
  detail: Record<string, unknown>,
): Promise<void> => recordBy(ctx, tx, { action, subject: ['user', ctx.actor.id], detail })
