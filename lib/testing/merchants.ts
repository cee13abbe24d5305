import { merchants } from '@/lib/db/schema/desk'
import type { Ctx } from '@/lib/server/world'

/** Active merchants that a second person has confirmed; those that are there already stay as they are. */
export async function knowMerchants({ db, actor, now }: Ctx, merchantIds: Iterable<string>): Promise<void> {
  const at = now()
  const rows = [...new Set(merchantIds)]
    .filter((merchantId) => merchantId !== '')
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
