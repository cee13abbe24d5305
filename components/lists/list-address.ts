import type { Route } from 'next'
import type { Direction, ListQueryDefinition } from '@/lib/domain/lists/list-query'

/** An address with this query; the bare one where nothing is asked for. */
export const withQuery = <Address extends string>(address: Address, query: string): Address =>
  (query === '' ? address : `${address}?${query}`) as Address

/** How a list's queries are written as addresses of its page. */
export const addressesOf =
  <Query>(list: ListQueryDefinition<Query>, page: Route) =>
  (query: Partial<Query>): Route =>
    withQuery(page, list.write(query))

/** How a list is sorted by a column, and the address that sorts it so, or the other way. */
export type ColumnSort = { now: Direction | null; address: Route }

/** How the columns of a list sort it, for its head. */
export const sortsOf =
  <Query>(list: ListQueryDefinition<Query>, query: Query, addressOf: (query: Query) => Route) =>
  (column: string): ColumnSort | null => {
    const sort = list.sortBy(query, column)
    return sort && { now: sort.now, address: addressOf(sort.next) }
  }
