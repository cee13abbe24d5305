import type { JobData, JobName, Jobs } from '@/lib/server/jobs'
import type { Random } from './random'
import type { Stage } from './stage'

/**
 * Stands in for the queue: jobs are durable, one job of a key can wait while another of that key runs, and a job is
 * retried if it fails or its process ends. It runs the job that chance picks, when the harness says so.
 */

export type Job = { name: JobName; key: string; data: JobData[JobName]; tries: number; isRunning: boolean }

/** The same number as in the queue (lib/server/jobs.ts). */
const TRIES: Record<JobName, number> = {
  'deliver-document': 6,
  'scan-document': 4,
  'send-funding-batch': 6,
  'forward-callback': 8,
  'check-connections': 4,
  'make-backup': 1,
  'mail-notices': 8,
}

/** Jobs that the queue calls `short`. */
const SEVERAL_AT_ONCE: readonly JobName[] = ['deliver-document', 'send-funding-batch']

export class OwnJobs {
  readonly #jobs: Job[] = []

  /** The queue as one desk sees it. */
  of(stage: Stage): Jobs {
    const add = (name: JobName, key: string, data: JobData[JobName]) => {
      const waits = this.#jobs.some((job) => job.name === name && job.key === key && !job.isRunning)
      if (!waits) this.#jobs.push({ name, key, data, tries: 0, isRunning: false })
    }
    return {
      enqueue: (name, key, data) => stage.effect(`queue ${name}`, async () => add(name, key, data)),
      enqueueAll: (name, jobs) =>
        stage.effect(`queue ${jobs.length} ${name}`, async () => {
          for (const { key, data } of jobs) add(name, key, data)
        }),
      work: async () => {},
      isStopping: () => false,
      stop: async () => {},
    }
  }

  get waiting(): readonly Job[] {
    return this.#jobs.filter(({ isRunning }) => !isRunning)
  }

  take(random: Random): Job | null {
    const { waiting } = this
    if (waiting.length === 0) return null
    const job = random.pick(waiting)
    job.isRunning = true
    job.tries += 1
    return job
  }

  /** Another job of its key, queued while it ran and taken by another worker; null if the queue allows one at a time. */
  takeBeside(job: Job): Job | null {
    if (!SEVERAL_AT_ONCE.includes(job.name)) return null
    const beside = { ...job, tries: 1 }
    this.#jobs.push(beside)
    return beside
  }

  isLast = (job: Job): boolean => job.tries >= TRIES[job.name]

  end(job: Job, isDone: boolean): void {
    job.isRunning = false
    if (isDone || this.isLast(job)) this.#jobs.splice(this.#jobs.indexOf(job), 1)
  }

  /** The process that ran them is gone. */
  expire(): void {
    for (const job of [...this.#jobs]) if (job.isRunning) this.end(job, false)
  }
}
