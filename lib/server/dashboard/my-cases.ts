import { sql } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { underwritingCases, underwritingDecisions } from '@/lib/db/schema/underwriting'
import { COUNTED } from '@/lib/domain/application/list-query'
import { listOwnWork } from '@/lib/server/cases/own-work'
import { loadUnderwritingRules } from '@/lib/server/settings'
import { countQueues, listQueue } from '@/lib/server/underwriting/queue'
import { NAMED, nameOf } from './my-applications'
import type { WorkGroup, WorkItem } from './views'

/** More than in other groups, because the clocks of a person's own cases are running. */
const NAMED_CASES = 6

/** The work of an underwriter: second decisions, overdue cases, their own cases, and unclaimed ones. */
export async function listMyCases(db: Db, me: string, now: Date): Promise<WorkGroup[]> {
  const { hoursAllowed } = await loadUnderwritingRules(db)
  const services = { me, now, hoursAllowed }
  const [counts, mine, confirm] = await Promise.all([
    countQueues(db, services),
    listQueue(db, 'mine', services),
    listToConfirm(db, me),
  ])
  return [
    confirm,
    { key: 'overdue', count: counts.overdue, items: [] },
    {
      key: 'my-cases',
      count: counts.mine,
      items: mine.slice(0, NAMED_CASES).map(({ applicationId, number, name, handedOverAt, ...item }) => ({
        id: applicationId,
        number,
        name,
        at: handedOverAt.toISOString(),
        clock: { usedMs: item.usedMs, hoursAllowed, running: item.running, handOvers: item.handOvers },
      })),
    },
    { key: 'unassigned', count: counts.unassigned, items: [] },
  ]
}

type Row = { id: string; number: number; name: string; at: string }

/**
 * Cases that await a second decision by this person: someone else made the first, no one else has claimed the case,
 * and it is not the person's own work. The case may have changed since; its page says so.
 */
async function listToConfirm(db: Db, me: string): Promise<WorkGroup> {
  const { rows } = await db.execute<Row>(sql`
    select applications.id, applications.number::int, ${nameOf(sql`applications`)} as name,
      to_json(latest.decided_at) #>> '{}' as at
    from ${applications}
    join ${underwritingCases} as cases on cases.application_id = applications.id
    cross join lateral (
      select decisions.decided_by, decisions.decided_at, decisions.in_effect, decisions.confirms, decisions.withdrawn_at
      from ${underwritingDecisions} as decisions
      where decisions.application_id = applications.id and decisions.round = cases.round
      order by decisions.decided_at desc limit 1
    ) as latest
    where applications.status = 'in-underwriting' and not latest.in_effect and latest.confirms is null and latest.withdrawn_at is null
      and latest.decided_by <> ${me}::uuid
      and (cases.underwriter_id is null or cases.underwriter_id = ${me}::uuid)
    order by latest.decided_at, applications.number
    limit ${COUNTED + 1}`)
  const own = await listOwnWork(
    db,
    me,
    rows.map(({ id }) => id),
  )
  const items = rows
    .filter(({ id }) => !own.has(id))
    .map((row): WorkItem => ({ ...row, at: new Date(row.at).toISOString() }))
  return { key: 'confirm', count: items.length, items: items.slice(0, NAMED) }
}
