import type * as z from 'zod/mini'
import { isEditable } from '@/lib/domain/application/status'
import { MODE_FIELD } from '@/lib/domain/application/underwriting-mode'
import type { changeModeInput } from '@/lib/domain/cases/inputs'
import { type CaseRefusal, lockCase } from '@/lib/server/cases/case'
import { getStoredSection } from '@/lib/server/drafts/data'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { storeSection } from '../applications/store-section'
import { MODE_CHANGED } from './mode-changes'

export type ChangeModeResult = { ok: true } | CaseRefusal

/**
 * An underwriter says who underwrites an application, and why. It is not work on what the merchant tells of itself:
 * whoever did it may still decide the case. What was approved before covers the other answer no more.
 */
export const changeMode = (
  ctx: Ctx,
  { applicationId, partnerUnderwrites, reason }: z.output<typeof changeModeInput>,
): Promise<ChangeModeResult> =>
  ctx.db.transaction(async (tx): Promise<ChangeModeResult> => {
    const { application } = await lockCase(tx, applicationId)
    const { id, kind, status } = application
    if (!isEditable(application) && status !== 'in-underwriting') {
      return {
        ok: false,
        reason: 'wrong-state',
        message: 'This application cannot be changed now. Reload to see its status.',
      }
    }
    const before = await getStoredSection(tx, { id, kind }, 'options')
    if (!(MODE_FIELD in before.data)) throw new Error('The options of either kind have a mode.')
    if (before.data[MODE_FIELD] === partnerUnderwrites) return { ok: true }
    await storeSection(
      ctx,
      tx,
      id,
      'options',
      { ...before.data, [MODE_FIELD]: partnerUnderwrites },
      // No field of the options is sealed.
      { ...before, open: before.data },
      { action: MODE_CHANGED, detail: { reason: sanitizeNote(reason) } },
    )
    return { ok: true }
  })
