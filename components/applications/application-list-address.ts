import type { Route } from 'next'
import { APPLICATION_STATUSES, type ApplicationStatus } from '@/lib/domain/application/status'
import { routes } from '@/lib/routes'
import type { ListCursor } from '@/lib/server/applications/list'

/** What of the list stands in its address. */
export type ListQuery = { search: string; status: ApplicationStatus | null; after: ListCursor | null }

type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** Longer than any name that could be found. */
const MAX_SEARCH = 255

/** Reads an address that anybody may have written: what is unknown or broken is left out. */
export function readListQuery(params: SearchParams): ListQuery {
  const one = (name: string) => {
    const value = params[name]
    return (Array.isArray(value) ? value[0] : value) ?? ''
  }
  return {
    // PostgreSQL takes no NUL in a text.
    search: one('q').replaceAll('\u0000', '').toWellFormed().trim().slice(0, MAX_SEARCH),
    status: APPLICATION_STATUSES.find((status) => status === one('status')) ?? null,
    after: readCursor(one('after')),
  }
}

export function listAddress({ search, status, after }: Partial<ListQuery>): Route {
  const params = new URLSearchParams()
  if (search) params.set('q', search)
  if (status) params.set('status', status)
  if (after) params.set('after', `${after.updatedAt.toISOString()}~${after.id}`)
  const query = params.toString()
  return (query === '' ? routes.applications : `${routes.applications}?${query}`) as Route
}

function readCursor(text: string): ListCursor | null {
  const match =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text)
  const [, moment = '', id = ''] = match ?? []
  return match && !Number.isNaN(Date.parse(moment)) ? { updatedAt: new Date(moment), id } : null
}
