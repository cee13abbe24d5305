import {
  count,
  day,
  defineListQuery,
  type KeyOf,
  moment,
  type QueryOf,
  serial,
  shown,
} from '@/lib/domain/lists/list-query'
import { daysAfter } from '@/lib/domain/values/business-day'
import type { IsoDate } from '@/lib/domain/values/calendar'

/** The period of a merchant's statement. The address has days, not *last month*, so that a link keeps its meaning. */
export const statementList = defineListQuery(
  {
    from: shown(day('from'), { kind: 'day', label: 'From' }),
    to: shown(day('to'), { kind: 'day', label: 'To' }),
  },
  { at: moment, sequence: serial, transaction: count },
)

export type StatementQuery = QueryOf<typeof statementList>
export type StatementPeriod = Pick<StatementQuery, 'from' | 'to'>
/** Sorts latest first: by time of acceptance, then attempt, then the transaction's number in its batch. */
export type StatementKey = KeyOf<typeof statementList>

/** The periods that people ask for most. */
export function statementPeriods(today: IsoDate) {
  const monthStart = `${today.slice(0, 7)}-01`
  const lastMonthEnd = daysAfter(monthStart, -1)
  const monthEnd = daysAfter(`${daysAfter(monthStart, 31).slice(0, 7)}-01`, -1)
  return [
    { id: 'this-month', label: 'This month', period: { from: monthStart, to: monthEnd } },
    {
      id: 'last-month',
      label: 'Last month',
      period: { from: `${lastMonthEnd.slice(0, 7)}-01`, to: lastMonthEnd },
    },
    { id: 'last-30-days', label: 'Last 30 days', period: { from: daysAfter(today, -29), to: today } },
    { id: 'all', label: 'All time', period: { from: null, to: null } },
  ] as const satisfies readonly { id: string; label: string; period: StatementPeriod }[]
}
