import type { Route } from 'next'

/** Where the notices in place of a page lead to. Apart from the other addresses, which would come with them again. */
export const HOME = '/' as Route
export const APPLICATIONS = '/applications' as Route
