import type { DbOrTx } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import { withoutCardNumbers } from './storable'

export type AuditEntry = {
  at: Date
  /** Null for what the desk does by itself. */
  actorId: string | null
  action: string
  subject: [
    type:
      | 'user'
      | 'application'
      | 'import'
      | 'document'
      | 'setting'
      | 'sandbox'
      | 'merchant'
      | 'funding-batch'
      | 'callback'
      | 'callback-receiver'
      | 'callback-endpoint'
      | 'payment-link'
      | 'connection',
    id: string,
  ]
  requestId: string
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
  await tx
    .insert(auditLog)
    .values({ ...rest, detail: masked, subjectType: subject[0], subjectId: subject[1] })
}
