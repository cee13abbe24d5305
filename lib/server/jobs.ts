import { sql } from 'drizzle-orm'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database } from '@/lib/db/client'
import { log } from '@/lib/log'
import { traced } from './tracing'

/** Durable work by name, and what each name carries. */
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
  // Tried again only when nothing reached the partner, about two minutes in all. One try may take as long as
  // the client's own limits, twice after a 401: an expiry within that would start a second one beside it.
  'deliver-document': { retryLimit: 5, retryDelay: 4, retryBackoff: true, expireInSeconds: 45 * 60 },
  // A scanner that is away is asked again every minute besides (`queueWaitingScans`).
  'scan-document': { retryLimit: 3, retryDelay: 4, retryBackoff: true, expireInSeconds: 15 * 60 },
  // Each request is claimed under a lock and ends in its ledger: a second try only goes on with what waits.
  'send-funding-batch': { retryLimit: 5, retryDelay: 4, retryBackoff: true, expireInSeconds: 60 * 60 },
  // Eight tries over about half an hour: pauses of 10 to 20 seconds, each of the next ones twice as long. One try
  // has 10 seconds, and half a minute to be stored.
  'forward-callback': { retryLimit: 7, retryDelay: 10, retryBackoff: true, expireInSeconds: 60 },
  // What does not answer is a finding, and no failure of the job: it fails only where it cannot be stored.
  'check-connections': { retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 5 * 60 },
  // One that failed is kept as such, and is due again.
  'make-backup': { retryLimit: 0, retryDelay: 60, retryBackoff: true, expireInSeconds: 12 * 60 * 60 },
  // Tried again only where the mail server certainly did not take it, over some hours.
  'mail-notices': { retryLimit: 7, retryDelay: 60, retryBackoff: true, expireInSeconds: 10 * 60 },
}

/**
 * `short`: beside one that runs or pauses another may be queued, for what changed meanwhile. `exclusive`: one at a
 * time, so that looking for what waits does not cut the pause between two tries short.
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

/** How many of a name one worker takes, and runs together. Many where they are small and come in bursts. */
const TAKEN_TOGETHER: Record<JobName, number> = {
  'deliver-document': 1,
  'scan-document': 1,
  'send-funding-batch': 1,
  'forward-callback': 10,
  'check-connections': 1,
  'make-backup': 1,
  'mail-notices': 1,
}

/** One that hangs until its deadline holds up nobody else. */
const AT_ONCE = 4

export type Jobs = {
  /** Kept in the database; runs once even when asked twice before it began (`key`). */
  enqueue<N extends JobName>(name: N, key: string, data: JobData[N]): Promise<void>
  /** The same for many, in one statement. */
  enqueueAll<N extends JobName>(name: N, jobs: readonly { key: string; data: JobData[N] }[]): Promise<void>
  work<N extends JobName>(name: N, run: (data: JobData[N], last: boolean) => Promise<void>): Promise<void>
  /** Whether `stop` was called: long work then ends at the next point where it can be taken up again. */
  isStopping(): boolean
  stop(): Promise<void>
}

/**
 * Jobs over the desk's own database. `run` throws to be tried again; `last` says that this is the last try. Pages need
 * not wait for the queue to start: who has work for it does, and learns there where it cannot start.
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

/** A role that may make no schema may not even ask for one that is there: then `grantDesk` has made it. */
async function makeSchema({ db }: Database): Promise<void> {
  const { rows } = await db.execute(sql`select 1 from pg_namespace where nspname = 'pgboss'`)
  if (rows.length === 0) await db.execute(sql`create schema if not exists pgboss`)
}

/** One of those that were taken together: it ends as it ends, whatever becomes of the others. */
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
