import type { Route } from 'next'
import type { ListQueryDefinition } from '@/lib/domain/lists/list-query'

/** An address with this query; the bare one where nothing is asked for. */
export const withQuery = <Address extends string>(address: Address, query: string): Address =>
  (query === '' ? address : `${address}?${query}`) as Address

/** How a list's queries are written as addresses of its page. */
export const addressesOf =
  <Query>(list: ListQueryDefinition<Query>, page: Route) =>
  (query: Partial<Query>): Route =>
    withQuery(page, list.write(query))
