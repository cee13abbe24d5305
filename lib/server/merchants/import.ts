import type { z } from 'zod'
import { merchants } from '@/lib/db/schema/merchants'
import type { merchantFileInput } from '@/lib/domain/merchants/inputs'
import { type MerchantFile, readMerchantFile } from '@/lib/domain/merchants/merchant-file'
import { DeskError } from '@/lib/errors'
import type { Ctx } from '@/lib/server/services'
import { auditMerchant, loadKnownMerchants } from './data'

/** What a file would import, and what prevents it. Stores nothing. */
export async function previewMerchants(
  ctx: Ctx,
  { text }: z.output<typeof merchantFileInput>,
): Promise<MerchantFile> {
  return readMerchantFile(text, await loadKnownMerchants(ctx.db))
}

type ImportResult = { ok: true; entered: number } | { ok: false; message: string; file: MerchantFile }

/** Enters all merchants of a file, or none. Each of them still needs a second person. */
export async function importMerchants(
  ctx: Ctx,
  { text }: z.output<typeof merchantFileInput>,
): Promise<ImportResult> {
  const file = await previewMerchants(ctx, { text })
  if (file.problem !== null || file.rows.some(({ problems }) => problems.length > 0)) {
    return {
      ok: false,
      message: file.problem ?? 'The directory has changed since the preview. Look at the problems.',
      file,
    }
  }
  try {
    await ctx.db.transaction(async (tx) => {
      const now = ctx.now()
      const made = await tx
        .insert(merchants)
        .values(
          file.rows.map(({ merchantId, terms }) => ({
            merchantId,
            ...terms,
            workedOnBy: [ctx.actor.id],
            proposedBy: ctx.actor.id,
            proposedAt: now,
            createdBy: ctx.actor.id,
            createdAt: now,
            updatedAt: now,
          })),
        )
        .onConflictDoNothing()
        .returning({ merchantId: merchants.merchantId })
      // Another person entered one of them at the same moment.
      if (made.length < file.rows.length) throw new DeskError('stale')
      for (const { row, merchantId, terms } of file.rows)
        await auditMerchant(ctx, tx, merchantId, 'merchant-imported', { after: terms, row })
    })
  } catch (error) {
    if (!(error instanceof DeskError && error.code === 'stale')) throw error
    return {
      ok: false,
      message: 'The directory has changed since the preview. Look at the problems.',
      file: await previewMerchants(ctx, { text }),
    }
  }
  return { ok: true, entered: file.rows.length }
}
