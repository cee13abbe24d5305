import type { Route } from 'next'
import { type ListQuery, readListQuery, writeListQuery } from '@/lib/domain/application/list-query'
import { routes } from '@/lib/routes'

type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** Reads what the page was asked for; what is unknown or broken is left out. */
export const readListAddress = (params: SearchParams): ListQuery =>
  readListQuery(
    new URLSearchParams(
      Object.entries(params).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
    ),
  )

export const listAddress = (query: Partial<ListQuery>): Route =>
  withQuery(routes.applications, writeListQuery(query)) as Route

/** A saved view's query is already written. */
export const viewAddress = (query: string): Route => withQuery(routes.applications, query) as Route

export const exportAddress = (query: ListQuery): string =>
  withQuery(routes.api.applicationsExport, writeListQuery({ ...query, columns: null, place: null }))

const withQuery = (address: string, query: string): string => (query === '' ? address : `${address}?${query}`)
