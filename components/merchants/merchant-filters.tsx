import { Button, LinkButton } from '@/components/ui/button'
import { MERCHANT_STATES } from '@/lib/domain/merchants/merchant'
import {
  isMerchantListFiltered,
  MAX_MERCHANT_SEARCH,
  type MerchantListQuery,
  writeMerchantListQuery,
} from '@/lib/domain/merchants/merchant-list-query'
import { MERCHANT_STATE_WORDS } from '@/lib/domain/merchants/merchant-words'
import { routes } from '@/lib/routes'

/** Search and filters: a plain form, so that what is asked for stands in the address. */
export function MerchantFilters({ query, mayConfirm }: { query: MerchantListQuery; mayConfirm: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> can hold a form, and not be one
    <form
      key={writeMerchantListQuery(query)}
      role="search"
      action={routes.merchants}
      className="flex flex-wrap items-end gap-2"
    >
      <input
        type="search"
        name="q"
        defaultValue={query.search}
        maxLength={MAX_MERCHANT_SEARCH}
        aria-label="Search merchants"
        placeholder="Name or merchant ID"
        className="control min-w-0 flex-[1_1_18rem] sm:max-w-md"
      />
      <select
        name="state"
        defaultValue={query.state ?? ''}
        aria-label="State"
        className="control control-select w-auto"
      >
        <option value="">All states</option>
        {MERCHANT_STATES.map((state) => (
          <option key={state} value={state}>
            {MERCHANT_STATE_WORDS[state].label}
          </option>
        ))}
      </select>
      <select
        name="waiting"
        defaultValue={query.waiting ?? ''}
        aria-label="Confirmation"
        className="control control-select w-auto"
      >
        <option value="">Any confirmation</option>
        <option value="all">Pending confirmation</option>
        {mayConfirm && <option value="mine">Pending my confirmation</option>}
      </select>
      <Button type="submit">Show</Button>
      {isMerchantListFiltered(query) && (
        <LinkButton variant="ghost" prefetch={false} href={routes.merchants}>
          Clear filters
        </LinkButton>
      )}
    </form>
  )
}
