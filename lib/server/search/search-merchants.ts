import { can } from '@/lib/domain/access/permissions'
import { searchMerchants } from '@/lib/server/merchants/list'
import type { MerchantListItem } from '@/lib/server/merchants/views'
import type { Ctx } from '@/lib/server/services'
import type { ApplicationSearch } from './search-applications'

/** Fewer than of applications, which stand above them. */
const FOUND_AT_MOST = 5

export type FoundMerchant = Pick<MerchantListItem, 'merchantId' | 'name' | 'state' | 'confirmation'>
export type FoundMerchants = { items: FoundMerchant[]; more: boolean }

/** The first merchants whose name or id has this text; by a blank text, or for whoever may not see them, none. */
export async function findMerchants(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  { text }: ApplicationSearch,
): Promise<FoundMerchants> {
  const search = text.replaceAll('\u0000', '').toWellFormed().trim()
  if (search === '' || !can(ctx.actor.roles, 'merchants:read')) return { items: [], more: false }
  const { items, more } = await searchMerchants(ctx, search, FOUND_AT_MOST)
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
