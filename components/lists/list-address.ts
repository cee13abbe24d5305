import type { Route } from 'next'
import type { Direction, ListQueryDefinition } from '@/lib/domain/lists/list-query'

/** The address with this query, or without a `?` if the query is empty. */
export const withQuery = <Address extends string>(address: Address, query: string): Address =>
  (query === '' ? address : `${address}?${query}`) as Address

/** Turns a list's queries into addresses of its page. */
export const addressesOf =
  <Query>(list: ListQueryDefinition<Query>, page: Route) =>
  (query: Partial<Query>): Route =>
    withQuery(page, list.write(query))

/** How a column sorts the list now, and the address that sorts by it or reverses it. */
export type ColumnSort = { now: Direction | null; address: Route }

/** For the list's head: how each column sorts. */
export const sortsOf =
  <Query>(list: ListQueryDefinition<Query>, query: Query, addressOf: (query: Query) => Route) =>
  (column: string): ColumnSort | null => {
    const sort = list.sortBy(query, column)
    return sort && { now: sort.now, address: addressOf(sort.next) }
  }
