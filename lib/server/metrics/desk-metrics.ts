import { sql } from 'drizzle-orm'
import type { Database } from '@/lib/db/client'
import { businessDay } from '@/lib/domain/values/business-day'
import { log } from '@/lib/log'
import { countUnsealed } from '@/lib/server/audit-log/sealer'
import { lastBackup } from '@/lib/server/backup/schedule'
import { listWaiting } from '@/lib/server/documents/delivery'
import { listAgeing } from '@/lib/server/sales/ageing'
import type { Services } from '@/lib/server/services'
import type { Metric, Sample } from './exposition'
import { poolMetric, single } from './process-metrics'

type Asked = {
  services: Pick<Services, 'db' | 'now' | 'sendingHold' | 'days'>
  connections: Database['connections']
}

/** What the database knows, at the moment of the scrape. Every instance gives the same: take the largest of them. */
export async function deskMetrics({ services, connections }: Asked): Promise<Metric[]> {
  const pool = poolMetric(connections())
  const up = (value: 0 | 1) => single('desk_database_up', 'Whether the database answered this scrape.', value)
  try {
    return [pool, up(1), ...(await askDatabase(services))]
  } catch (error) {
    log.warn({ err: error }, 'the figures of the database could not be read')
    return [pool, up(0)]
  }
}

async function askDatabase({ db, now, sendingHold, days }: Asked['services']): Promise<Metric[]> {
  const moment = now()
  const [waiting, papers, unknown, batches, jobs, ageing, unsealed, backup] = await Promise.all([
    db.execute<Waiting>(WAITING),
    listWaiting(db),
    db.execute<Counted>(UNKNOWN),
    db.execute<Counted>(BATCHES),
    db.execute<Counted & { state: string; oldest: string }>(JOBS),
    listAgeing({ db, days }, businessDay(moment, days)),
    countUnsealed(db),
    lastBackup(db),
  ])
  const queues: Waiting[] = [...waiting.rows, waitingOf('documents', papers, moment)]
  const counts = (rows: readonly Counted[], label: string): Sample[] =>
    rows.map(({ name, count }) => ({ labels: { [label]: name }, value: count }))
  const unfunded = ageing.reduce((sum, { amountMinor, left }) => sum + amountMinor + left.amountMinor, 0)
  return [
    {
      name: 'desk_waiting',
      help: 'What waits to be read, forwarded, delivered or decided, by queue.',
      type: 'gauge',
      samples: counts(queues, 'queue'),
    },
    {
      name: 'desk_waiting_oldest_seconds',
      help: 'How long the oldest in each of these queues has waited; 0 where none does.',
      type: 'gauge',
      samples: queues.map(({ name, oldest }) => ({
        labels: { queue: name },
        value: Number(oldest ?? 0),
      })),
    },
    {
      name: 'desk_unknown_outcomes',
      help: 'Attempts whose outcome is unknown and waits for a person, by kind.',
      type: 'gauge',
      samples: counts(unknown.rows, 'kind'),
    },
    {
      name: 'desk_batches',
      help: 'Funding batches that are not at their end, by status.',
      type: 'gauge',
      samples: counts(batches.rows, 'status'),
    },
    single('desk_unfunded_dollars', 'Value of approved sales that are not funded.', unfunded / 100),
    {
      name: 'desk_jobs',
      help: 'Jobs by name and state; of the failed those that the queue still keeps.',
      type: 'gauge',
      samples: jobs.rows.map(({ name, state, count }) => ({ labels: { job: name, state }, value: count })),
    },
    {
      name: 'desk_jobs_oldest_seconds',
      help: 'Age of the oldest job by name and state.',
      type: 'gauge',
      samples: jobs.rows.map(({ name, state, oldest }) => ({
        labels: { job: name, state },
        value: Number(oldest),
      })),
    },
    single('desk_audit_rows_unsealed', 'Rows of the audit log that have no seal yet.', unsealed),
    single('desk_sending_held', '1 while nothing is sent, after a restore.', sendingHold === null ? 0 : 1),
    {
      ...single('desk_backup_age_seconds', 'Age of the last backup; no sample where there is none.', 0),
      samples: backup?.at ? [{ value: (moment.getTime() - Date.parse(backup.at)) / 1_000 }] : [],
    },
    single('desk_backup_failed', '1 where the last backup failed.', backup?.problem ? 1 : 0),
  ]
}

type Counted = { name: string; count: number }
/** `oldest`: in seconds. */
type Waiting = Counted & { oldest: number | null }

const waitingOf = (name: string, waiting: readonly { uploadedAt: Date }[], now: Date): Waiting => ({
  name,
  count: waiting.length,
  oldest: waiting.reduce(
    (age, { uploadedAt }) => Math.max(age, (now.getTime() - uploadedAt.getTime()) / 1_000),
    0,
  ),
})

const age = (since: string) => sql.raw(`extract(epoch from now() - min(${since}))::float8 as oldest`)

const WAITING = sql`
  select 'callbacks' as name, count(*)::int as count, ${age('received_at')}
    from callback_deliveries where kind is null
  union all select 'forwards', count(*)::int, ${age('created_at')}
    from callback_forwards where state = 'waiting' and state <> 'delivered'
  union all select 'underwriting', count(*)::int, ${age('handed_over_at')}
    from underwriting_cases where closed_at is null
  union all select 'approval', count(*)::int, ${age('submitted_at')}
    from funding_batches where status = 'waiting'`

const UNKNOWN = sql`
  select 'application' as name, count(*)::int as count from applications where status = 'outcome-unknown'
  union all select 'document', count(*)::int from documents where delivery = 'unknown' and removed_at is null
    and delivery in ('refused', 'not-sent', 'unknown')
  union all select 'funding', count(*)::int from funding_batches where status = 'unknown'`

const BATCHES = sql`
  select known.name, count(id)::int as count
  from unnest(array['waiting', 'approved', 'sending', 'stopped', 'unknown']) as known (name)
  left join funding_batches on status = known.name group by known.name order by known.name`

/** What was completed is kept for a while, and is no figure of the present. */
const JOBS = sql`
  select name, state::text as state, count(*)::int as count, ${age('created_on')}
  from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name, state order by name, state`
