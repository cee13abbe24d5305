import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { applicationRecords } from '@/lib/db/schema/desk'
import { LIST_SECTIONS } from '@/lib/domain/application/update-plan'
import { readRecordId } from '@/lib/domain/values/record-id'
import { recordAudit } from '@/lib/server/audit'
import { storable } from '@/lib/server/storable'
import type { Ctx } from '@/lib/server/world'
import { lockApplication } from './data'
import { getRecordIds, getTaken, ITEM_OBJECT_TYPES } from './taken'

export const recordItemIdSchema = z.object({
  applicationId: z.uuid(),
  section: z.enum(LIST_SECTIONS),
  itemId: z.string().max(40),
  recordId: z.string().max(60),
  note: z.string().trim().min(3).max(2_000),
})

export type RecordItemIdResult = { ok: true } | { ok: false; field: 'recordId' | null; message: string }

/**
 * The record id of a contact or account that the partner took without naming it, as a person found it there:
 * from then on updates change that record. Once known it stays.
 */
export const recordItemId = (
  ctx: Ctx,
  { applicationId, section, itemId, recordId, note }: z.output<typeof recordItemIdSchema>,
): Promise<RecordItemIdResult> =>
  ctx.db.transaction(async (tx): Promise<RecordItemIdResult> => {
    const application = await lockApplication(tx, applicationId)
    const known = await getRecordIds(tx, application)
    const taken = known && (await getTaken(tx, ctx.sealer, applicationId))
    if (!taken?.draft[section].items.some(({ id }) => id === itemId)) {
      return {
        ok: false,
        field: null,
        message: 'The partner has not taken this item, so that it has no record there. Reload the page.',
      }
    }
    const objectType = ITEM_OBJECT_TYPES[section]
    const reading = readRecordId(section === 'contacts' ? 'contact' : 'checking account', recordId)
    if (!reading.ok) return { ok: false, field: 'recordId', message: reading.message }
    const records = await tx
      .select()
      .from(applicationRecords)
      .where(
        and(
          eq(applicationRecords.applicationId, applicationId),
          eq(applicationRecords.objectType, objectType),
        ),
      )
    if (records.some((record) => record.itemId === itemId)) {
      return { ok: false, field: null, message: 'Somebody entered its id meanwhile. Reload to see it.' }
    }
    if (records.some((record) => record.recordId === reading.id)) {
      return { ok: false, field: 'recordId', message: 'This id is given to another record as well.' }
    }
    await tx.insert(applicationRecords).values({ applicationId, objectType, itemId, recordId: reading.id })
    await recordAudit(tx, {
      at: ctx.now(),
      actorId: ctx.actor.id,
      action: 'record-id-entered',
      subject: ['application', applicationId],
      requestId: ctx.requestId,
      detail: storable({ section, itemId, recordId: reading.id, note }),
    })
    return { ok: true }
  })
