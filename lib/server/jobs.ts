import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database } from '@/lib/db/client'
import { log } from '@/lib/log'

/** Durable work by name, and what each name carries. */
export type JobData = {
  'deliver-document': { documentId: string }
  'send-funding-batch': { batchId: string }
}
export type JobName = keyof JobData

type Limits = { retryLimit: number; retryDelay: number; retryBackoff: boolean; expireInSeconds: number }

const LIMITS: Record<JobName, Limits> = {
  // Tried again only when nothing reached the partner, about two minutes in all. One try may take as long as
  // the client's own limits, twice after a 401: an expiry within that would start a second one beside it.
  'deliver-document': { retryLimit: 5, retryDelay: 4, retryBackoff: true, expireInSeconds: 45 * 60 },
  // Each request is claimed under a lock and ends in its ledger: a second try only goes on with what waits.
  'send-funding-batch': { retryLimit: 5, retryDelay: 4, retryBackoff: true, expireInSeconds: 60 * 60 },
}

/** One that hangs until its deadline holds up nobody else. */
const AT_ONCE = 4

export type Jobs = {
  /** Kept in the database; runs once even when asked twice before it began (`key`). */
  enqueue<N extends JobName>(name: N, key: string, data: JobData[N]): Promise<void>
  work<N extends JobName>(name: N, run: (data: JobData[N], last: boolean) => Promise<void>): Promise<void>
  /** Whether `stop` was called: long work then ends at the next point where it can be taken up again. */
  isStopping(): boolean
  stop(): Promise<void>
}

/** Jobs over the desk's own database. `run` throws to be tried again; `last` says that this is the last try. */
export async function startJobs(database: Database): Promise<Jobs> {
  const boss = new PgBoss({
    db: database.jobsDatabase,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  await boss.start()
  let stopping = false
  for (const name of Object.keys(LIMITS)) await boss.createQueue(name, { policy: 'short' })
  return {
    async enqueue(name, key, data) {
      await boss.send(name, data, { ...LIMITS[name], singletonKey: key })
    },
    async work(name, run) {
      await boss.work(
        name,
        { pollingIntervalSeconds: 1, includeMetadata: true, localConcurrency: AT_ONCE },
        async ([job]: JobWithMetadata<JobData[typeof name]>[]) => {
          if (job) await run(job.data, job.retryCount >= job.retryLimit)
        },
      )
    },
    isStopping: () => stopping,
    async stop() {
      stopping = true
      await boss.stop({ graceful: true, timeout: 7_000 })
    },
  }
}
