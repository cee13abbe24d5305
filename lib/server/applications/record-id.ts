import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { applicationRecords, applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import type { AnyDraft } from '@/lib/domain/application/draft'
import {
  type PartnerRecord,
  RECORD_ID_KINDS,
  RECORD_TYPES,
  recordsOf,
  takesRecordIds,
} from '@/lib/domain/application/partner-records'
import { nextStatus } from '@/lib/domain/application/status'
import { note as requiredNote } from '@/lib/domain/values/note'
import type { Outcome } from '@/lib/domain/values/outcome'
import { type RecordIdProblem, readRecordId } from '@/lib/domain/values/record-id'
import { confirmedIds } from '@/lib/server/attempts/confirmed-ids'
import { recordBy } from '@/lib/server/audit'
import { queueSoon, queueWaitingDocuments } from '@/lib/server/documents/delivery'
import { type ApplicationRow, getOpenDraft, lockApplication } from '@/lib/server/drafts/data'
import { sanitizeText } from '@/lib/server/sanitize-text'
import type { Sealer } from '@/lib/server/sealing/sealer'
import type { Ctx } from '@/lib/server/services'
import { opportunityProblem } from './opportunity-id'
import { getSnapshot } from './partner-snapshot'

/** A record of the partner's and its id; `itemId` is '' where an application has one of its type. */
export type KnownRecord = { objectType: string; itemId: string; recordId: string }

/** Every record of an application whose id is known. */
export async function listKnownRecords(
  db: DbOrTx,
  { id, opportunityId, accountId }: Pick<ApplicationRow, 'id' | 'opportunityId' | 'accountId'>,
): Promise<KnownRecord[]> {
  const rows = await db.select().from(applicationRecords).where(eq(applicationRecords.applicationId, id))
  return [
    ...(opportunityId === null ? [] : [{ objectType: 'Opportunity', itemId: '', recordId: opportunityId }]),
    ...(accountId === null ? [] : [{ objectType: 'Account', itemId: '', recordId: accountId }]),
    ...rows,
  ]
}

/**
 * The records that the partner has, or may have made since at its own desk, under ids that are not known here:
 * a person can enter each. None before anything was taken. `open` is the draft with its plain values.
 */
export async function listUnnamed(
  db: DbOrTx,
  sealer: Sealer,
  { id, kind, status }: Pick<ApplicationRow, 'id' | 'kind' | 'status'>,
  open: AnyDraft,
  known: readonly KnownRecord[],
): Promise<PartnerRecord[]> {
  if (!takesRecordIds(kind, status)) return []
  const unnamed = recordsOf(open).filter((record) => idAmong(known, record) === null)
  if (kind === 'full' || unnamed.length === 0) return unnamed
  // What was refused of a PayFac application the next update creates; of a full one only the partner can.
  const taken = await getSnapshot(db, sealer, id)
  const has = taken ? recordsOf(taken.draft) : []
  return unnamed.filter((record) => has.some((other) => isSame(other, record)))
}

type Named = { objectType: string; itemId: string }

const isSame = (one: Named, other: Named): boolean =>
  one.objectType === other.objectType && one.itemId === other.itemId

export const idAmong = (known: readonly KnownRecord[], record: Named): string | null =>
  known.find((other) => isSame(other, record))?.recordId ?? null

export const enterRecordIdSchema = z.object({
  applicationId: z.uuid(),
  objectType: z.enum(RECORD_TYPES),
  itemId: z.string().max(40),
  recordId: z.string().max(60),
  anyway: confirmedIds,
  note: requiredNote(),
})

export type EnterRecordIdResult =
  | Outcome<unknown, 'wrong-state'>
  | { ok: false; reason: 'invalid'; problems: RecordIdProblem[] }

const invalid = (message: string, anyway?: string): EnterRecordIdResult => ({
  ok: false,
  reason: 'invalid',
  problems: [{ path: 'recordId', message, ...(anyway !== undefined && { anyway }) }],
})

/**
 * The id of a record that the partner has and did not name, or made afterwards, as a person found it there. Once
 * known it stays: updates change that record, and documents go to that opportunity.
 */
export async function enterRecordId(
  ctx: Ctx,
  input: z.output<typeof enterRecordIdSchema>,
): Promise<EnterRecordIdResult> {
  const result = await keepRecordId(ctx, input)
  if (result.ok) await queueSoon(() => queueWaitingDocuments(ctx, input.applicationId))
  return result
}

const keepRecordId = (
  ctx: Ctx,
  { applicationId, objectType, itemId, recordId, anyway, note }: z.output<typeof enterRecordIdSchema>,
): Promise<EnterRecordIdResult> =>
  ctx.db.transaction(async (tx): Promise<EnterRecordIdResult> => {
    const application = await lockApplication(tx, applicationId)
    const { draft } = await getOpenDraft(tx, ctx.sealer, application)
    const known = await listKnownRecords(tx, application)
    const unnamed = await listUnnamed(tx, ctx.sealer, application, draft, known)
    // Of an adopted application the partner may have every contact and account that is entered here.
    const mayBeNamed =
      application.adoptedAt === null
        ? unnamed
        : recordsOf(draft).filter((record) => idAmong(known, record) === null)
    if (
      !takesRecordIds(application.kind, application.status) ||
      !mayBeNamed.some((record) => isSame(record, { objectType, itemId }))
    ) {
      return {
        ok: false,
        reason: 'wrong-state',
        message: 'The partner has no such record, or someone else entered its ID. Reload the page.',
      }
    }
    const reading = readRecordId(RECORD_ID_KINDS[objectType], recordId, anyway)
    if (!reading.ok) return invalid(reading.message, reading.anyway)
    const { id } = reading
    if (known.some((record) => record.recordId === id))
      return invalid('Another record has this ID too. Enter a different one.')
    const problem = objectType === 'Opportunity' && (await opportunityProblem(tx, applicationId, id))
    if (problem) return invalid(problem)

    const now = ctx.now()
    const entered = { objectType, itemId, recordId: id }
    await tx.insert(applicationRecords).values({ applicationId, ...entered })
    const status = (await isWholeNow(tx, application, [...known, entered]))
      ? (nextStatus(application.status, 'accepted') ?? application.status)
      : application.status
    await tx
      .update(applications)
      .set({
        status,
        updatedAt: now,
        ...(objectType === 'Opportunity' && { opportunityId: id }),
        ...(objectType === 'Account' && { accountId: id }),
      })
      .where(eq(applications.id, applicationId))
    await recordBy(ctx, tx, {
      at: now,
      action: 'record-id-entered',
      subject: ['application', applicationId],
      detail: sanitizeText({ from: application.status, to: status, ...entered, note }),
    })
    return { ok: true }
  })

/**
 * Whether the partner's support has made the last of what its endpoint refused of a full application. What was
 * refused of a PayFac application its next update settles.
 */
async function isWholeNow(
  tx: DbOrTx,
  { id, kind, status }: ApplicationRow,
  known: readonly KnownRecord[],
): Promise<boolean> {
  if (kind !== 'full' || status !== 'partly-accepted') return false
  const [answered] = await tx
    .select({ results: partnerAttempts.results })
    .from(partnerAttempts)
    .where(
      and(
        eq(partnerAttempts.applicationId, id),
        eq(partnerAttempts.state, 'accepted'),
        isNull(partnerAttempts.documentId),
      ),
    )
  const needed: Named[] = [
    { objectType: 'Opportunity', itemId: '' },
    { objectType: 'Account', itemId: '' },
    ...(answered?.results ?? [])
      .filter(({ success }) => !success)
      .map(({ objectType, sourceId }) => ({ objectType, itemId: sourceId ?? '' })),
  ]
  return needed.every((record) => idAmong(known, record) !== null)
}
