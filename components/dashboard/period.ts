import type { Route } from 'next'
import { routes } from '@/lib/routes'

/** Over how many days the overview shows what was funded. */
export const PERIODS = [14, 30] as const
export type Period = (typeof PERIODS)[number]

/** What the address asks for; two weeks where it names nothing, or nothing known. */
export const readPeriod = (asked: string | string[] | undefined): Period =>
  PERIODS.find((days) => String(days) === [asked].flat()[0]) ?? PERIODS[0]

export const periodAddress = (days: Period): Route =>
  (days === PERIODS[0] ? routes.home : `${routes.home}?days=${days}`) as Route
