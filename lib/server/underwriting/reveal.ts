import { z } from 'zod'
import { sectionIn } from '@/lib/domain/application/draft'
import { ANY_SECTION_NAMES, sectionsOf } from '@/lib/domain/application/section-names'
import { mapSensitive } from '@/lib/domain/application/sensitive'
import { DeskError } from '@/lib/errors'
import { auditCase, lockCase } from '@/lib/server/cases/case'
import { getOpenDraft } from '@/lib/server/drafts/data'
import { storable } from '@/lib/server/storable'
import type { Ctx } from '@/lib/server/world'

export const revealSchema = z.object({
  applicationId: z.uuid(),
  section: z.enum(ANY_SECTION_NAMES),
  /** Empty outside of lists. */
  itemId: z.string().max(40),
  field: z.string().max(40),
  reason: z.string().trim().min(3).max(500),
})

/**
 * One sensitive value, in the clear, for somebody who said why: the reason goes into the audit log in the same
 * transaction, so that nothing is shown without it. The value itself is written nowhere.
 */
export const revealValue = (
  ctx: Ctx,
  { applicationId, section, itemId, field, reason }: z.output<typeof revealSchema>,
): Promise<string> =>
  ctx.db.transaction(async (tx) => {
    const { application } = await lockCase(tx, applicationId)
    if (!sectionsOf(application.kind).includes(section)) throw new DeskError('not-found')
    const { draft } = await getOpenDraft(tx, ctx.sealer, application)
    let found: string | null = null
    mapSensitive(section, sectionIn(draft, section), (place, value) => {
      if ((place.itemId ?? '') === itemId && place.field === field && typeof value === 'string') found = value
      return value
    })
    if (found === null) throw new DeskError('not-found')
    await auditCase(ctx, tx, 'value-revealed', applicationId, storable({ section, itemId, field, reason }))
    return found
  })
