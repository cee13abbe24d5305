import 'server-only'
import { forbidden } from 'next/navigation'
import { can } from '@/lib/domain/access/permissions'
import type { DayRule } from '@/lib/domain/values/business-day'
import type { IsoDate } from '@/lib/domain/values/calendar'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { businessTodayOf } from '@/lib/server/services'
import { listAgeing } from './ageing'
import type { AgeingRow } from './views'

export type AgeingView = {
  rows: AgeingRow[]
  today: IsoDate
  dayRule: DayRule
  mayFund: boolean
  /** Profiles with something to fund; each batch is for one profile. */
  profiles: { profileId: string; label: string }[]
}

/** For people who may see both the log and the batches. */
export async function loadAgeing(): Promise<AgeingView> {
  const ctx = await loadContext('callbacks:read', routes.unfundedSales)
  if (!can(ctx.actor.roles, 'funding:read')) forbidden()
  const today = businessTodayOf(ctx)
  const rows = await listAgeing(ctx, today)
  const fundable = new Set(
    rows.filter(({ sales, held }) => sales > held.sales).map(({ profileId }) => profileId),
  )
  return {
    rows,
    today,
    dayRule: ctx.days,
    mayFund: can(ctx.actor.roles, 'funding:write'),
    profiles: ctx.funding.profiles.filter(({ profileId }) => fundable.has(profileId)),
  }
}
