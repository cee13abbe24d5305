import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { applications, type StageSource } from '@/lib/db/schema/applications'
import { note as requiredNote } from '@/lib/domain/values/note'
import type { Outcome } from '@/lib/domain/values/outcome'
import { isPartnerError } from '@/lib/partner/errors'
import { recordBy } from '@/lib/server/audit'
import { lockApplication, requireApplication } from '@/lib/server/drafts/data'
import { sanitizeText } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'

export type StageResult = Outcome<{ stage: string }>

export const readStageSchema = z.object({ applicationId: z.uuid() })

/** Asks the partner for the stage and keeps it (product.md, "Partner stage"). It changes nothing there. */
export async function refreshStage(
  ctx: Ctx,
  { applicationId }: z.output<typeof readStageSchema>,
): Promise<StageResult> {
  const { opportunityId } = await requireApplication(ctx.db, applicationId)
  if (opportunityId === null) {
    return { ok: false, message: 'The opportunity ID is unknown, so the stage cannot be read.' }
  }
  try {
    const reading = await ctx.partner.readStage(opportunityId)
    switch (reading.found) {
      case 'stage':
        return await keepStage(ctx, applicationId, 'status-read', reading.stage, {})
      case 'no-stage':
        return { ok: false, message: 'The partner’s answer has no stage.' }
      case 'no-opportunity':
        return { ok: false, message: `The partner has no opportunity ${opportunityId}.` }
      case 'switched-off':
        return {
          ok: false,
          message: 'Reading the stage is switched off. Enter it manually.',
        }
    }
  } catch (error) {
    if (!isPartnerError(error)) throw error
    return { ok: false, message: error.message }
  }
}

export const setStageSchema = z.object({
  applicationId: z.uuid(),
  stage: z.string().trim().min(1).max(255),
  note: requiredNote(),
})

/** What a person saw at the partner, or was told by it. */
export const setStage = (
  ctx: Ctx,
  { applicationId, stage, note }: z.output<typeof setStageSchema>,
): Promise<StageResult> => keepStage(ctx, applicationId, 'person', stage, { note })

const keepStage = (
  ctx: Ctx,
  applicationId: string,
  stageSource: StageSource,
  given: string,
  detail: Record<string, unknown>,
): Promise<StageResult> =>
  ctx.db.transaction(async (tx) => {
    const before = await lockApplication(tx, applicationId)
    const stage = sanitizeText(given).slice(0, 255)
    const now = ctx.now()
    await tx
      .update(applications)
      .set({ stage, stageSource, stageAt: now })
      .where(eq(applications.id, applicationId))
    await recordBy(ctx, tx, {
      at: now,
      action: 'stage-learned',
      subject: ['application', applicationId],
      detail: sanitizeText({ source: stageSource, from: before.stage, to: stage, ...detail }),
    })
    return { ok: true, stage }
  })
