import { merchants } from '@/lib/db/schema/desk'
import type { Ctx } from '@/lib/server/world'

/**
 * Active merchants that a second person has confirmed; those that are there already stay as they are. What is no id,
 * or one of those that the sandbox does not know, is left out.
 */
export async function knowMerchants({ db, actor, now }: Ctx, merchantIds: Iterable<string>): Promise<void> {
  const at = now()
  const rows = [...new Set(merchantIds)]
    .filter((id) => id !== '' && !id.startsWith('UNKNOWN') && !id.includes('\0') && id.isWellFormed())
    .map((merchantId) => ({
      merchantId,
      name: `Merchant ${merchantId}`,
      state: 'active' as const,
      confirmedBy: actor.id,
      confirmedAt: at,
      createdBy: actor.id,
      createdAt: at,
      updatedAt: at,
    }))
  if (rows.length > 0) await db.insert(merchants).values(rows).onConflictDoNothing()
}
