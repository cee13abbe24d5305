import type { Route } from 'next'
import { routes } from '@/lib/routes'

/** The number of days for which the overview shows funding. */
export const PERIODS = [14, 30] as const
export type Period = (typeof PERIODS)[number]

/** The period in the address; two weeks by default. */
export const readPeriod = (asked: string | string[] | undefined): Period =>
  PERIODS.find((days) => String(days) === [asked].flat()[0]) ?? PERIODS[0]

export const periodAddress = (days: Period): Route =>
  (days === PERIODS[0] ? routes.home : `${routes.home}?days=${days}`) as Route
