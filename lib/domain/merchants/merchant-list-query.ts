import {
  defineListQuery,
  type KeyOf,
  keyText,
  oneOf,
  type QueryOf,
  searchText,
} from '@/lib/domain/lists/list-query'
import { MERCHANT_STATES } from './merchant'

export const MAX_MERCHANT_SEARCH = 120

/** What of the merchant directory stands in its address. */
export const merchantList = defineListQuery(
  {
    /** Part of a name or an id. */
    search: searchText('q', { max: MAX_MERCHANT_SEARCH }),
    state: oneOf('state', MERCHANT_STATES),
    /** Those that wait for a second person; `mine`: those that whoever looks may confirm. */
    waiting: oneOf('waiting', ['all', 'mine']),
  },
  { name: keyText, merchantId: keyText },
)

export type MerchantListQuery = QueryOf<typeof merchantList>
/** The directory’s key: the name in whatever capitals, then the id. */
export type MerchantKey = KeyOf<typeof merchantList>
