import { addressesOf } from '@/components/lists/list-address'
import { merchantList } from '@/lib/domain/merchants/merchant-list-query'
import { routes } from '@/lib/routes'

export const merchantListAddress = addressesOf(merchantList, routes.merchants)
