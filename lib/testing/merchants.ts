import { merchants } from '@/lib/db/schema/merchants'
import { users } from '@/lib/db/schema/people'
import type { MerchantState } from '@/lib/domain/merchants/merchant'
import type { Services } from '@/lib/server/services'

/**
 * Adds these to the directory: active, and confirmed by a different person than the one who entered them. Existing
 * merchants stay as they are; texts that cannot be a merchant id are left out.
 */
export async function knowMerchants(
  { db, now }: Pick<Services, 'db' | 'now'>,
  ids: readonly string[],
  state: MerchantState = 'active',
): Promise<void> {
  const known = [...new Set(ids)].filter((id) => id !== '' && !id.includes('\0') && id.isWellFormed())
  if (known.length === 0) return
  const [one, other] = await db.select({ id: users.id }).from(users).orderBy(users.email).limit(2)
  if (!one) throw new Error('No one is there who could have entered a merchant.')
  const at = now()
  await db
    .insert(merchants)
    .values(
      known.map((merchantId) => ({
        merchantId,
        name: `Merchant ${merchantId}`,
        state,
        createdBy: one.id,
        createdAt: at,
        updatedAt: at,
        confirmedBy: (other ?? one).id,
        confirmedAt: at,
      })),
    )
    .onConflictDoNothing()
}
