import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { type Conversion, convertDraft, withNewIds } from '@/lib/domain/application/convert'
import { fieldLabel } from '@/lib/domain/application/either-fields'
import type { Ineligible } from '@/lib/domain/application/origin'
import { isOutcomeOpen } from '@/lib/domain/application/status'
import { MODE_PATH, withDefaultMode } from '@/lib/domain/application/underwriting-mode'
import { DeskError } from '@/lib/errors'
import { recordBy } from '@/lib/server/audit'
import { getOpenDraft, type KindedId, lockApplication, requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { loadUnderwritingRules } from '@/lib/server/settings'
import { newItemId } from './item-id'
import { insertApplication } from './mutations'
import { storeFirstSections } from './store-section'

export const copyApplicationSchema = z.object({
  applicationId: z.uuid(),
  kind: z.enum(['payfac', 'full']),
  /** Made by the page, and the id of the new application: pressed twice, one is made. */
  newId: z.uuid(),
})

/**
 * A new draft with the values of the application as it stands, whatever became of that one, in the same kind or the
 * other; not while no one knows whether the partner has it. Documents, record ids and attempts stay where they are. Sealed values are sealed again for their
 * new place: none leaves the server.
 */
export const copyApplication = (
  ctx: Ctx,
  { applicationId, kind, newId }: z.output<typeof copyApplicationSchema>,
): Promise<{ id: string; number: number }> =>
  ctx.db.transaction(async (tx) => {
    // The lock makes a second press wait for the first, and then find what that one made.
    const source = await lockApplication(tx, applicationId)
    const made = await getMadeBefore(ctx, tx, source.id, newId)
    if (made) return made
    if (isOutcomeOpen(source.status)) throw new DeskError('wrong-state', OUTCOME_OPEN)
    const { draft, leftOut } = await convertStored(ctx, tx, source, kind)
    const origin = { applicationId: source.id, number: source.number, kind: source.kind, leftOut }
    const copy = await insertApplication(ctx, tx, kind, { id: newId, origin })
    const { defaultMode } = await loadUnderwritingRules(tx)
    const started = withDefaultMode(withNewIds(draft, newItemId), defaultMode)
    await storeFirstSections(ctx, tx, copy.id, started)
    await recordBy(ctx, tx, {
      action: 'application-copied',
      subject: ['application', source.id],
      detail: { kind, to: copy.id },
    })
    return copy
  })

const OUTCOME_OPEN =
  'The partner may have this application. Resolve its outcome first: a copy could create the merchant twice.'

export const previewCopySchema = copyApplicationSchema.pick({ applicationId: true, kind: true })

/** What a new draft of that kind could not take over, and what it asks for, by the labels of the forms. */
export type CopyPreview = { leftOut: Ineligible[]; asked: string[] }

export async function previewCopy(
  ctx: Ctx,
  { applicationId, kind }: z.output<typeof previewCopySchema>,
): Promise<CopyPreview> {
  const source = await requireApplication(ctx.db, applicationId)
  const { draft, leftOut, asked } = await convertStored(ctx, ctx.db, source, kind)
  const { defaultMode } = await loadUnderwritingRules(ctx.db)
  const stillAsked = asked.filter((path) => path !== MODE_PATH || defaultMode === 'ask')
  return { leftOut, asked: stillAsked.map((path) => fieldLabel(path, draft.contacts.items)) }
}

async function convertStored(
  ctx: Ctx,
  db: DbOrTx,
  source: KindedId,
  kind: KindedId['kind'],
): Promise<Conversion> {
  const { draft } = await getOpenDraft(db, ctx.sealer, source)
  return convertDraft(draft, kind)
}

/** An id that is another application's is no second press of ours. */
async function getMadeBefore(ctx: Ctx, tx: DbOrTx, sourceId: string, newId: string) {
  const [made] = await tx
    .select({
      id: applications.id,
      number: applications.number,
      origin: applications.origin,
      createdBy: applications.createdBy,
    })
    .from(applications)
    .where(eq(applications.id, newId))
  if (!made) return null
  if (made.origin?.applicationId !== sourceId || made.createdBy !== ctx.actor.id)
    throw new DeskError('invalid')
  return { id: made.id, number: made.number }
}
