'use client'

import { FilterForm, SelectFilter } from '@/components/lists/filter-form'
import { MERCHANT_STATES } from '@/lib/domain/merchants/merchant'
import { MERCHANT_STATE_WORDS } from '@/lib/domain/merchants/merchant-labels'
import {
  MAX_MERCHANT_SEARCH,
  type MerchantListQuery,
  merchantList,
} from '@/lib/domain/merchants/merchant-list-query'
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
  >
    <SelectFilter
      name="state"
      label="State"
      any="All states"
      value={query.state}
      options={MERCHANT_STATES.map((state) => [state, MERCHANT_STATE_WORDS[state].label])}
    />
    <SelectFilter
      name="waiting"
      label="Confirmation"
      any="Any confirmation"
      value={query.waiting}
      options={[
        ['all', 'Pending confirmation'],
        ...(mayConfirm ? ([['mine', 'Pending my confirmation']] as const) : []),
      ]}
    />
  </FilterForm>
)
