import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { TAKES_TOO_LONG, TAKES_TOO_MUCH } from '@/lib/domain/tables/open-file'
import { DeskError } from '@/lib/errors'
import type { FundingFile } from './read-file'
import type { ReadJob, ReadMessage } from './read-file.thread'

/** Whose file it is, and whether they are still waiting. */
export type Reader = { personId: string; signal?: AbortSignal }

export type ReadingBounds = {
  /** Files of different people are read in parallel; one person's files one after the other. */
  threads: number
  /** Time for one file, including the start of a thread. A file that takes longer is stuck or malicious. */
  readMs: number
  /** Heap of one thread. Unpacked buffers are outside of it and have their own limit. */
  heapMb: number
  /** Limits on waiting files, which are kept in memory. */
  waitingPerPerson: number
  waiting: number
}

const BOUNDS: ReadingBounds = {
  threads: 2,
  readMs: 30_000,
  heapMb: 512,
  waitingPerPerson: 3,
  waiting: 12,
}

/** An unused thread ends after this time. */
const IDLE_MS = 10 * 60_000

const YOURS_WAIT: FundingFile = {
  ok: false,
  message: 'Other files of yours are still being read. Wait until they are done, then send this one again.',
}
const MANY_WAIT: FundingFile = {
  ok: false,
  message: 'Too many files are being read. Nothing was saved. Send the file again in a minute.',
}

type Waiting = {
  job: ReadJob
  reader: Reader
  resolve: (file: FundingFile) => void
  reject: (error: unknown) => void
}

/**
 * Runs `readFundingFile` on separate threads. If a file takes too long or too much memory, or no one waits for it any
 * more, its thread is ended, and the next file gets a new one.
 */
export function openReadingRoom(bounds: ReadingBounds = BOUNDS) {
  /** People in the order of their turns: whoever was served goes to the end. */
  const waiting = new Map<string, Waiting[]>()
  const busy = new Set<string>()
  const resting: { thread: Worker; idle: NodeJS.Timeout }[] = []

  function read(bytes: Uint8Array<ArrayBuffer>, sheet: string | null, reader: Reader): Promise<FundingFile> {
    const { personId, signal } = reader
    if (signal?.aborted) return Promise.reject(gone())
    const own = waiting.get(personId) ?? []
    if (own.length >= bounds.waitingPerPerson) return Promise.resolve(YOURS_WAIT)
    const all = [...waiting.values()].reduce((sum, each) => sum + each.length, 0)
    if (all >= bounds.waiting) return Promise.resolve(MANY_WAIT)
    const { promise, resolve, reject } = Promise.withResolvers<FundingFile>()
    const entry: Waiting = { job: { bytes, sheet }, reader, resolve, reject }
    own.push(entry)
    waiting.set(personId, own)
    const leave = () => {
      if (!own.includes(entry)) return
      own.splice(own.indexOf(entry), 1)
      if (own.length === 0 && waiting.get(personId) === own) waiting.delete(personId)
      reject(gone())
    }
    signal?.addEventListener('abort', leave, { once: true })
    serve()
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  function serve(): void {
    while (busy.size < bounds.threads) {
      const turn = [...waiting].find(([personId]) => !busy.has(personId))
      if (!turn) return
      const [personId, own] = turn
      const next = own.shift()
      waiting.delete(personId)
      if (own.length > 0) waiting.set(personId, own)
      if (!next) continue
      busy.add(personId)
      void readOn(next)
        .catch(next.reject)
        .finally(() => {
          busy.delete(personId)
          serve()
        })
    }
  }

  async function readOn({ job, reader: { signal }, resolve, reject }: Waiting): Promise<void> {
    const thread = takeThread()
    const { promise: ended, resolve: end } = Promise.withResolvers<boolean>()
    const rows: string[][] = []
    const hear = (message: ReadMessage) => {
      if ('rows' in message) for (const row of message.rows) rows.push(row)
      else {
        if ('failed' in message) reject(message.failed)
        else
          resolve(
            message.file.ok ? { ...message.file, table: { ...message.file.table, rows } } : message.file,
          )
        end(true)
      }
    }
    const fail = (error: unknown) => {
      if (isOutOfMemory(error)) resolve({ ok: false, message: TAKES_TOO_MUCH })
      else reject(error instanceof Error ? error : new Error('The reading thread ended.'))
      end(false)
    }
    const leave = () => {
      reject(gone())
      end(false)
    }
    const clock = setTimeout(() => {
      resolve({ ok: false, message: TAKES_TOO_LONG })
      end(false)
    }, bounds.readMs)
    signal?.addEventListener('abort', leave, { once: true })
    thread.on('message', hear).once('error', fail).once('exit', fail)
    thread.postMessage(job, [job.bytes.buffer])
    const isSound = await ended
    clearTimeout(clock)
    signal?.removeEventListener('abort', leave)
    thread.off('message', hear).off('error', fail).off('exit', fail)
    if (isSound) rest(thread)
    else await thread.terminate()
  }

  function takeThread(): Worker {
    const rested = resting.pop()
    clearTimeout(rested?.idle)
    return rested?.thread ?? startThread()
  }

  function startThread(): Worker {
    // Loaded from its source, because Next does not bundle the thread's entry.
    const thread = new Worker(path.join(process.cwd(), 'lib/server/funding/read-file.thread.ts'), {
      execArgv: ['--import', 'tsx'],
      resourceLimits: { maxOldGenerationSizeMb: bounds.heapMb },
    })
    thread.unref()
    // An error after its listeners are gone must not crash the desk.
    thread.on('error', () => undefined)
    thread.once('exit', () => {
      const at = resting.findIndex((each) => each.thread === thread)
      if (at !== -1) clearTimeout(resting.splice(at, 1)[0]?.idle)
    })
    return thread
  }

  function rest(thread: Worker): void {
    resting.push({ thread, idle: setTimeout(() => thread.terminate(), IDLE_MS).unref() })
  }

  return { read }
}

const gone = () => new DeskError('invalid', 'The page was left before the file was read.')

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** The process has a single reading room. */
const room = openReadingRoom()
export const readFundingFileAside = room.read
