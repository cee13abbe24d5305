import { can } from '@/lib/domain/access/permissions'
import { searchMerchants } from '@/lib/server/merchants/list'
import type { MerchantListItem } from '@/lib/server/merchants/views'
import type { Ctx } from '@/lib/server/services'
import type { ApplicationSearch } from './search-applications'

/** Fewer than applications, which come first in the palette. */
const FOUND_AT_MOST = 5

export type FoundMerchant = Pick<MerchantListItem, 'merchantId' | 'name' | 'state' | 'confirmation'>
export type FoundMerchants = { items: FoundMerchant[]; more: boolean }

/** The first merchants whose name or ID has this text; none for those who may not see merchants. */
export async function findMerchants(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  { text }: ApplicationSearch,
): Promise<FoundMerchants> {
  if (!can(ctx.actor.roles, 'merchants:read')) return { items: [], more: false }
  const { items, more } = await searchMerchants(ctx, text, FOUND_AT_MOST)
  return {
    items: items.map(({ merchantId, name, state, confirmation }) => ({
      merchantId,
      name,
      state,
      confirmation,
    })),
    more,
  }
}
