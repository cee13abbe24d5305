import { eq, sql } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import {
  callbackDeliveries,
  callbackEvents,
  callbackKeys,
  callbackReceivers,
} from '@/lib/db/schema/callbacks'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { DeskError } from '@/lib/errors'
import { recordBy } from '@/lib/server/audit'
import { lockFundingStatus } from '@/lib/server/sales/funding-status'
import { sanitizeText } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import type { EventRow } from './event-rows'

/** The columns needed to read a delivery's content. */
export const STORED = {
  n: callbackDeliveries.n,
  body: callbackDeliveries.body,
  redactions: callbackDeliveries.redactions,
  /** The receiver's merchant. */
  merchantId: sql<string>`(
    select receivers.merchant_id from ${callbackKeys} keys
      join ${callbackReceivers} receivers on receivers.id = keys.receiver_id
    where keys.id = ${callbackDeliveries.keyId}
  )`,
}

/** Keeps others from changing the log until this transaction ends. Throws `not-found`. */
export async function lockEvent(tx: Tx, eventN: number): Promise<EventRow> {
  await lockFundingStatus(tx)
  const [event] = await tx.select().from(callbackEvents).where(eq(callbackEvents.n, eventN)).for('update')
  if (!event) throw new DeskError('not-found')
  return event
}

export const auditEvent = (
  ctx: Ctx,
  tx: Tx,
  action: AuditAction,
  eventN: number,
  detail: Record<string, unknown>,
) =>
  recordBy(ctx, tx, {
    action,
    subject: ['callback', String(eventN)],
    detail: sanitizeText(detail),
  })
