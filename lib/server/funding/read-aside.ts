import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { FundingFile } from './read-file'
import type { ReadJob, ReadNews } from './read-file.thread'

/** A thread that nobody needed for so long ends. */
const IDLE_MS = 10 * 60_000

let thread: Worker | null = null
let idle: NodeJS.Timeout | undefined
let before: Promise<unknown> = Promise.resolve()

/** `readFundingFile` on a thread of its own, one file at a time. Rejects where the thread ends over it. */
export function readFundingFileAside(
  bytes: Uint8Array<ArrayBuffer>,
  sheet: string | null,
): Promise<FundingFile> {
  const reading = before.then(() => readOn(startThread(), { bytes, sheet }))
  before = reading.catch(() => undefined)
  return reading
}

function startThread(): Worker {
  clearTimeout(idle)
  if (!thread) {
    // Read as it stands, not as Next bundles it: a thread has an entry of its own.
    thread = new Worker(path.join(process.cwd(), 'lib/server/funding/read-file.thread.ts'), {
      execArgv: ['--import', 'tsx'],
    })
    thread.unref()
    const ended = thread
    thread.once('exit', () => {
      if (thread === ended) thread = null
    })
  }
  return thread
}

async function readOn(worker: Worker, job: ReadJob): Promise<FundingFile> {
  const { promise, resolve, reject } = Promise.withResolvers<FundingFile>()
  const rows: string[][] = []
  const hear = (news: ReadNews) => {
    if ('rows' in news) for (const row of news.rows) rows.push(row)
    else if ('failed' in news) reject(news.failed)
    else resolve(news.file.ok ? { ...news.file, table: { ...news.file.table, rows } } : news.file)
  }
  const end = (error: unknown) =>
    reject(error instanceof Error ? error : new Error('The reading thread ended.'))
  worker.on('message', hear).once('error', end).once('exit', end)
  worker.postMessage(job, [job.bytes.buffer])
  try {
    return await promise
  } finally {
    worker.off('message', hear).off('error', end).off('exit', end)
    idle = setTimeout(() => worker.terminate(), IDLE_MS).unref()
  }
}
