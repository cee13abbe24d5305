import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { applications } from '@/lib/db/schema/applications'
import { canBeEmptied } from '@/lib/domain/application/emptied'
import { isEditable } from '@/lib/domain/application/status'
import type { Outcome } from '@/lib/domain/values/outcome'
import { DeskError } from '@/lib/errors'
import { recordBy } from '@/lib/server/audit'
import { recordOwnWork } from '@/lib/server/cases/own-work'
import { getOpenDraft, lockApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { emptiedOf, getSnapshot } from './partner-snapshot'

export const setEmptiedSchema = z.object({
  applicationId: z.uuid(),
  path: z.string().max(300),
  emptied: z.boolean(),
})

export type EmptiedResult = Outcome

/** Says of a blank field that the update empties it at the partner, or that the partner keeps what it has. */
export const setEmptied = (
  ctx: Ctx,
  { applicationId, path, emptied }: z.output<typeof setEmptiedSchema>,
): Promise<EmptiedResult> =>
  ctx.db.transaction(async (tx): Promise<EmptiedResult> => {
    const application = await lockApplication(tx, applicationId)
    if (!isEditable(application)) throw new DeskError('wrong-state')
    const accepted = await getSnapshot(tx, ctx.sealer, applicationId)
    const { draft } = await getOpenDraft(tx, ctx.sealer, application)
    if (application.statusBeforeRevision === null || !accepted || 'pricing' in draft) {
      return { ok: false, message: 'Only an update empties fields at the partner.' }
    }
    if (!canBeEmptied(accepted.draft, draft).includes(path)) {
      return { ok: false, message: 'This field is no longer blank, or is required. Reload to see it.' }
    }
    const others = emptiedOf(application, accepted.draft, draft).filter((other) => other !== path)
    const now = ctx.now()
    await tx
      .update(applications)
      .set({ emptied: emptied ? [...others, path].sort() : others, updatedAt: now })
      .where(eq(applications.id, applicationId))
    await recordOwnWork(ctx, tx, applicationId)
    await recordBy(ctx, tx, {
      at: now,
      action: emptied ? 'emptying-asked' : 'emptying-taken-back',
      subject: ['application', applicationId],
      detail: { path },
    })
    return { ok: true }
  })
