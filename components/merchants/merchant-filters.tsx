'use client'

import { FilterForm } from '@/components/lists/filter-form'
import {
  MAX_MERCHANT_SEARCH,
  type MerchantListQuery,
  merchantList,
  WAITING_FOR_OTHERS,
} from '@/lib/domain/merchants/merchant-list-query'
import { type StatementQuery, statementList } from '@/lib/domain/merchants/statement-query'
import { routes } from '@/lib/routes'

export const MerchantFilters = ({ query, mayConfirm }: { query: MerchantListQuery; mayConfirm: boolean }) => (
  <FilterForm
    address={routes.merchants}
    list={merchantList}
    query={query}
    search={{
      label: 'Search merchants',
      placeholder: 'Name or merchant ID',
      maxLength: MAX_MERCHANT_SEARCH,
      value: query.search,
    }}
    choices={mayConfirm ? {} : { waiting: WAITING_FOR_OTHERS }}
  />
)

export const StatementFilters = ({ merchantId, query }: { merchantId: string; query: StatementQuery }) => (
  <FilterForm address={routes.merchantStatement(merchantId)} list={statementList} query={query} />
)
