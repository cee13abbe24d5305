import type { Route } from 'next'
import { addressesOf, withQuery } from '@/components/lists/list-address'
import { type ApplicationListQuery, applicationList } from '@/lib/domain/application/list-query'
import { routes } from '@/lib/routes'

export const listAddress = addressesOf(applicationList, routes.applications)

/** A saved view stores its query ready to use. */
export const viewAddress = (query: string): Route => withQuery(routes.applications as Route, query)

export const exportAddress = (query: ApplicationListQuery): string =>
  withQuery(routes.api.applicationsExport, applicationList.write({ ...query, columns: null, cursor: null }))
