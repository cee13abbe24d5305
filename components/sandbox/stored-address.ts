import type { Route } from 'next'
import { routes } from '@/lib/routes'

/** The page of applications after the record `before`. */
export const olderThan = (before: string): Route =>
  `${routes.sandboxPages.applications}?${new URLSearchParams({ before })}` as Route

/** Anybody may have written an address: what can be no record id is left out. */
export const readBefore = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && /^[A-Za-z0-9]{15,18}$/.test(value) ? value : null
