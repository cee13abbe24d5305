import type { Route } from 'next'
import { type MerchantListQuery, writeMerchantListQuery } from '@/lib/domain/merchants/merchant-list-query'
import { routes } from '@/lib/routes'

export const merchantListAddress = (query: Partial<MerchantListQuery>): Route => {
  const words = writeMerchantListQuery(query)
  return (words === '' ? routes.merchants : `${routes.merchants}?${words}`) as Route
}
