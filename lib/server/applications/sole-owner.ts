import { z } from 'zod'
import { type OwnerCopy, ownerCopyOf, soleOwnerOf } from '@/lib/domain/application/sole-owner'
import { isEditable } from '@/lib/domain/application/status'
import { isSoleProprietorship } from '@/lib/domain/application/tax-id'
import type { Outcome } from '@/lib/domain/values/outcome'
import { DeskError } from '@/lib/errors'
import { getStoredSection, lockApplication } from '@/lib/server/drafts/data'
import { openSection } from '@/lib/server/drafts/sealed-sections'
import type { Ctx } from '@/lib/server/services'
import { newItemId } from './item-id'
import { storeSection } from './store-section'

export const addSoleOwnerSchema = z.object({ applicationId: z.uuid(), taxIdIsSsn: z.boolean() })

export type SoleOwnerResult = Outcome<OwnerCopy & { version: number; ownerId: string }>

/**
 * Adds the owner of a sole proprietorship from the details of the business. Here and not in the browser, which has no
 * more than a mask of the tax id.
 */
export const addSoleOwner = (
  ctx: Ctx,
  { applicationId, taxIdIsSsn }: z.output<typeof addSoleOwnerSchema>,
): Promise<SoleOwnerResult> =>
  ctx.db.transaction(async (tx): Promise<SoleOwnerResult> => {
    const application = await lockApplication(tx, applicationId)
    if (!isEditable(application)) throw new DeskError('wrong-state')
    const stored = await getStoredSection(tx, application, 'merchant')
    const merchant = openSection(ctx.sealer, applicationId, 'merchant', stored.data)
    if (!isSoleProprietorship(merchant.ownership))
      return { ok: false, message: 'The ownership is not Sole Proprietorship. Add each owner.' }
    const before = await getStoredSection(tx, application, 'contacts')
    if (before.data.items.length > 0) return { ok: false, message: 'A person was added. Reload to see them.' }
    const open = openSection(ctx.sealer, applicationId, 'contacts', before.data)
    const owner = soleOwnerOf(merchant, newItemId(), taxIdIsSsn)
    const { version } = await storeSection(
      ctx,
      tx,
      applicationId,
      'contacts',
      { ...before.data, items: [owner] },
      { ...before, open },
      { action: 'section-saved', detail: { ownerFromBusiness: true } },
    )
    return { ok: true, version, ownerId: owner.id, ...ownerCopyOf(merchant, owner, taxIdIsSsn) }
  })
