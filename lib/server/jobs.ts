import { sql } from 'drizzle-orm'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database } from '@/lib/db/client'
import { log } from '@/lib/log'
import { traced } from './tracing'

/** The names of durable jobs, and the data of each. */
export type JobData = {
  'deliver-document': { documentId: string }
  'scan-document': { documentId: string }
  'send-funding-batch': { batchId: string }
  'forward-callback': { forwardId: string }
  'check-connections': Record<string, never>
  'make-backup': Record<string, never>
  'mail-notices': { personId: string }
}
export type JobName = keyof JobData

type Limits = { retryLimit: number; retryDelay: number; retryBackoff: boolean; expireInSeconds: number }

const LIMITS: Record<JobName, Limits> = {
  // Retried only if nothing reached the partner, for about two minutes in total. One try may take as long as the
  // client's own timeouts, twice after a 401; a shorter expiry would start a second try beside it.
  'deliver-document': { retryLimit: 5, retryDelay: 4, retryBackoff: true, expireInSeconds: 45 * 60 },
  // In addition, `queueWaitingScans` retries every minute while the scanner is down.
  'scan-document': { retryLimit: 3, retryDelay: 4, retryBackoff: true, expireInSeconds: 15 * 60 },
  // Each request is claimed under a lock and recorded in the ledger, so a retry only continues with what is pending.
  'send-funding-batch': { retryLimit: 5, retryDelay: 4, retryBackoff: true, expireInSeconds: 60 * 60 },
  // Eight tries over about half an hour: the first pause is 10 to 20 seconds, and each later one twice as long. A try
  // has 10 seconds, plus half a minute to store its result.
  'forward-callback': { retryLimit: 7, retryDelay: 10, retryBackoff: true, expireInSeconds: 60 },
  // A target that does not answer is a result, not a failed job. The job fails only if it cannot store the results.
  'check-connections': { retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 5 * 60 },
  // A failure is stored, and the backup becomes due again.
  'make-backup': { retryLimit: 0, retryDelay: 60, retryBackoff: true, expireInSeconds: 12 * 60 * 60 },
  // Retried, over some hours, only if the mail server certainly did not accept the message.
  'mail-notices': { retryLimit: 7, retryDelay: 60, retryBackoff: true, expireInSeconds: 10 * 60 },
}

/**
 * `short`: one more job may be queued while another runs or waits for its retry, for changes in between. `exclusive`:
 * only one job at a time, so that the search for pending work does not cut a retry pause short.
 */
const POLICIES: Record<JobName, 'short' | 'exclusive'> = {
  'deliver-document': 'short',
  'scan-document': 'exclusive',
  'send-funding-batch': 'short',
  'forward-callback': 'exclusive',
  'check-connections': 'exclusive',
  'make-backup': 'exclusive',
  'mail-notices': 'exclusive',
}

/** How many jobs of a name one worker fetches and runs together: many for small jobs that come in bursts. */
const TAKEN_TOGETHER: Record<JobName, number> = {
  'deliver-document': 1,
  'scan-document': 1,
  'send-funding-batch': 1,
  'forward-callback': 10,
  'check-connections': 1,
  'make-backup': 1,
  'mail-notices': 1,
}

/** Several workers, so that a job that hangs until its deadline does not delay the others. */
const AT_ONCE = 4

export type Jobs = {
  /** Stored in the database. Enqueued twice with the same `key` before it starts, a job runs once. */
  enqueue<N extends JobName>(name: N, key: string, data: JobData[N]): Promise<void>
  /** The same for many jobs in one statement. */
  enqueueAll<N extends JobName>(name: N, jobs: readonly { key: string; data: JobData[N] }[]): Promise<void>
  work<N extends JobName>(name: N, run: (data: JobData[N], last: boolean) => Promise<void>): Promise<void>
  /** Whether `stop` was called. Long jobs should then end at the next point from which they can resume. */
  isStopping(): boolean
  stop(): Promise<void>
}

/**
 * Jobs in the desk's own database. `run` throws to be retried; `last` is true for the last try. Pages do not wait for
 * the queue to start: only calls that use it do, and they reject if it cannot start.
 */
export function startJobs(database: Database): Jobs & { started: Promise<unknown> } {
  const boss = new PgBoss({ db: database.jobsDatabase, createSchema: false })
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  let stopping = false
  const started = (async () => {
    await makeSchema(database)
    await boss.start()
    for (const [name, policy] of Object.entries(POLICIES)) await boss.createQueue(name, { policy })
  })()
  started.catch(() => {})
  return {
    started,
    async enqueue(name, key, data) {
      await started
      await boss.send(name, data, { ...LIMITS[name], singletonKey: key })
    },
    async enqueueAll(name, jobs) {
      await started
      await boss.insert(
        name,
        jobs.map(({ key, data }) => ({ ...LIMITS[name], data, singletonKey: key })),
      )
    },
    async work(name, run) {
      await started
      await boss.work(
        name,
        {
          pollingIntervalSeconds: 1,
          includeMetadata: true,
          localConcurrency: AT_ONCE,
          batchSize: TAKEN_TOGETHER[name],
          burstWhenBatchFull: true,
          perJobResults: true,
        },
        (jobs: JobWithMetadata<JobData[typeof name]>[]) =>
          Promise.all(jobs.map((job) => traced(`job ${name}`, (tell) => runOne(job, run, tell)))),
      )
    },
    isStopping: () => stopping,
    async stop() {
      stopping = true
      await started.catch(() => {})
      await boss.stop({ graceful: true, timeout: 7_000 })
    },
  }
}

/** A role without that privilege cannot even run "create schema if not exists"; `grantDesk` has then created it. */
async function makeSchema({ db }: Database): Promise<void> {
  const { rows } = await db.execute(sql`select 1 from pg_namespace where nspname = 'pgboss'`)
  if (rows.length === 0) await db.execute(sql`create schema if not exists pgboss`)
}

/** Runs one of the jobs fetched together, independently of the others' outcomes. */
async function runOne<Data>(
  job: JobWithMetadata<Data>,
  run: (data: Data, last: boolean) => Promise<void>,
  tell: (outcome: string) => void,
): Promise<JobResult> {
  try {
    await run(job.data, job.retryCount >= job.retryLimit)
    tell('completed')
    return { id: job.id, status: 'completed' }
  } catch (error) {
    tell('failed')
    return { id: job.id, status: 'failed', output: { message: error instanceof Error ? error.message : '' } }
  }
}
