import type { Route } from 'next'
import { routes } from '@/lib/routes'

/** The list of applications after the record `before`. */
export const olderThan = (before: string): Route =>
  `${routes.sandboxPages.applications}?${new URLSearchParams({ before })}` as Route

/** Anything in the address that cannot be a record ID is ignored. */
export const readBefore = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && /^[A-Za-z0-9]{15,18}$/.test(value) ? value : null
