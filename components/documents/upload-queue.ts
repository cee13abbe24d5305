import type { DetailedError, Upload } from 'tus-js-client'
import { checkDocumentSize, type DocumentCategory } from '@/lib/domain/documents/document-kinds'
import { isBlocking } from '@/lib/domain/values/violation'
import { routes } from '@/lib/routes'
import { createUrlStorage, fingerprintOf, forgetUpload } from './upload-memory'

/**
 * `checking`: all bytes have arrived, and the server looks at the content. `failed` can be retried;
 * `refused` can not: the file itself is not acceptable.
 */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'checking' | 'failed' | 'refused'

export type UploadItem = {
  id: number
  name: string
  fingerprint: string
  sizeBytes: number
  category: DocumentCategory
  state: UploadState
  sentBytes: number
  /** Over the last seconds; null while nothing is known. */
  bytesPerSecond: number | null
  /** What went wrong, or why it waits, in words. */
  message: string | null
  warning: string | null
}

/** `added` counts the uploads that became documents, so that a list knows when to look again. */
type Snapshot = { items: readonly UploadItem[]; added: number }

export type UploadQueue = ReturnType<typeof createUploadQueue>

/** What the interface does not show belongs to the item's work, not to the item. */
type Work = {
  file: File
  upload: Promise<Upload> | null
  /** Counts starts and stops: what was begun before the last of them is out of date. */
  turn: number
  /** Times (ms) and bytes of the last seconds. */
  samples: { at: number; sentBytes: number }[]
  /** Failed for want of a connection: goes on by itself when there is one again. */
  offline: boolean
}

const PARALLEL = 2
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 6_000, 12_000, 20_000]
const SPEED_WINDOW_MS = 4_000
/** Uploads report far more often than anybody can read. */
const SHOW_EVERY_MS = 200

export const EMPTY_SNAPSHOT: Snapshot = { items: [], added: 0 }

const queues = new Map<string, UploadQueue>()

/** The queue of an application. It outlives the page that shows it, so that another step can be opened meanwhile. */
export function uploadQueueOf(applicationId: string): UploadQueue {
  const queue = queues.get(applicationId) ?? createUploadQueue(applicationId)
  // A server renders for many people, and keeps nothing between them.
  if (typeof window !== 'undefined') queues.set(applicationId, queue)
  return queue
}

class SignedOut extends Error {}

function createUploadQueue(applicationId: string) {
  let snapshot = EMPTY_SNAPSHOT
  let nextId = 1
  const works = new Map<number, Work>()
  const listeners = new Set<() => void>()
  const urlStorage = createUrlStorage(applicationId)

  const itemOf = (id: number) => snapshot.items.find((item) => item.id === id)

  function show(next: Snapshot) {
    snapshot = next
    const busy = next.items.some(
      ({ state }) => state === 'waiting' || state === 'sending' || state === 'checking',
    )
    if (busy) window.addEventListener('beforeunload', holdBack)
    else window.removeEventListener('beforeunload', holdBack)
    for (const listener of listeners) listener()
  }

  const change = (id: number, to: Partial<UploadItem>) =>
    show({ ...snapshot, items: snapshot.items.map((item) => (item.id === id ? { ...item, ...to } : item)) })

  function drop(id: number, added = 0) {
    works.delete(id)
    show({ items: snapshot.items.filter((item) => item.id !== id), added: snapshot.added + added })
    startNext()
  }

  function startNext() {
    const busy = snapshot.items.filter(({ state }) => state === 'sending' || state === 'checking').length
    const waiting = snapshot.items.filter(({ state }) => state === 'waiting')
    for (const { id } of waiting.slice(0, Math.max(0, PARALLEL - busy))) void send(id)
  }

  async function send(id: number) {
    const work = works.get(id)
    if (!work) return
    work.turn += 1
    const { turn } = work
    work.samples = []
    work.offline = false
    change(id, { state: 'sending', message: null, bytesPerSecond: null })
    try {
      work.upload ??= prepare(id, work)
      const upload = await work.upload
      if (work.turn === turn) upload.start()
    } catch {
      work.upload = null
      if (work.turn === turn) fail(id, CONNECTION_LOST, true)
    }
  }

  async function prepare(id: number, work: Work): Promise<Upload> {
    const { Upload } = await import('tus-js-client')
    const upload = new Upload(work.file, {
      endpoint: new URL(routes.api.uploads, location.origin).href,
      retryDelays: RETRY_DELAYS_MS,
      urlStorage,
      fingerprint: async (file) => fingerprintOf(file),
      onProgress: (sentBytes) => progress(id, work, sentBytes),
      onSuccess: () => void register(id, upload.url?.split('/').at(-1) ?? ''),
      onError: (error) => {
        const { words, offline } = failureWords(error)
        fail(id, words, offline)
      },
      // The library takes any refusal for "no such upload" and would begin again from nothing.
      onAfterResponse(_request, response) {
        if (response.getStatus() === 401) throw new SignedOut()
      },
      onShouldRetry(error) {
        if (!isWorthRetrying(error) || !navigator.onLine) return false
        change(id, { message: 'The connection broke off. Trying again…', bytesPerSecond: null })
        return true
      },
    })
    const [previous] = await upload.findPreviousUploads()
    if (previous) upload.resumeFromPreviousUpload(previous)
    return upload
  }

  function progress(id: number, work: Work, sentBytes: number) {
    const at = performance.now()
    const last = work.samples.at(-1)
    if (last && at - last.at < SHOW_EVERY_MS && sentBytes < work.file.size) return
    work.samples = [...work.samples.filter((sample) => at - sample.at < SPEED_WINDOW_MS), { at, sentBytes }]
    const first = work.samples[0]
    const seconds = first ? (at - first.at) / 1_000 : 0
    const bytesPerSecond = first && seconds >= 0.5 ? (sentBytes - first.sentBytes) / seconds : null
    change(id, { sentBytes, bytesPerSecond, message: null })
  }

  function fail(id: number, message: string, offline: boolean) {
    const work = works.get(id)
    if (work) work.offline = offline
    change(id, { state: 'failed', message, bytesPerSecond: null })
    startNext()
  }

  /** The finished upload becomes a document. Asking twice is harmless, so a lost answer can be retried. */
  async function register(id: number, uploadId: string) {
    const item = itemOf(id)
    if (!item) return
    change(id, { state: 'checking', sentBytes: item.sizeBytes, bytesPerSecond: null, message: null })
    let response: Response
    try {
      response = await fetch(routes.api.documents(applicationId), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        // A connection that goes silent must not hold up the files behind this one.
        signal: AbortSignal.timeout(REGISTER_MS),
        body: JSON.stringify({ uploadId, name: item.name, category: itemOf(id)?.category ?? item.category }),
      })
    } catch {
      return fail(id, CONNECTION_LOST, true)
    }
    if (response.ok) {
      forgetUpload(applicationId, item.fingerprint)
      return drop(id, 1)
    }
    const message = await messageOf(response)
    if (response.status === 422 || response.status === 404) forgetUpload(applicationId, item.fingerprint)
    if (response.status === 422) {
      change(id, { state: 'refused', message })
      return startNext()
    }
    // The upload is gone: a retry begins with a new one.
    const work = works.get(id)
    if (work && response.status === 404) work.upload = null
    fail(id, message, false)
  }

  /** Stops the bytes; `terminate` also throws away what has arrived. */
  function stop(id: number, terminate: boolean) {
    const work = works.get(id)
    if (!work) return
    work.turn += 1
    // Nobody waits for this: what cannot be thrown away now runs out by itself.
    void work.upload?.then((upload) => upload.abort(terminate)).catch(() => undefined)
  }

  function resume(id: number) {
    change(id, { state: 'waiting', message: null })
    startNext()
  }

  if (typeof window !== 'undefined') {
    window.addEventListener('online', () => {
      for (const [id, work] of works) if (work.offline && itemOf(id)?.state === 'failed') resume(id)
    })
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    snapshot: () => snapshot,

    /** Files that are on their way already are not taken twice; one that failed is retried. */
    add(files: readonly File[], categoryOf: (name: string) => DocumentCategory) {
      for (const file of files) {
        const fingerprint = fingerprintOf(file)
        const same = snapshot.items.find((item) => item.fingerprint === fingerprint)
        if (same) {
          if (same.state === 'failed' || same.state === 'paused') resume(same.id)
          continue
        }
        const [found] = checkDocumentSize(file.size)
        const refused = found !== undefined && isBlocking(found)
        const id = nextId++
        if (!refused) works.set(id, { file, upload: null, turn: 0, samples: [], offline: false })
        const item: UploadItem = {
          id,
          name: file.name,
          fingerprint,
          sizeBytes: file.size,
          category: categoryOf(file.name),
          state: refused ? 'refused' : 'waiting',
          sentBytes: 0,
          bytesPerSecond: null,
          message: refused ? found.message : null,
          warning: refused ? null : (found?.message ?? null),
        }
        show({ ...snapshot, items: [...snapshot.items, item] })
      }
      startNext()
    },
    setCategory: (id: number, category: DocumentCategory) => change(id, { category }),
    pause(id: number) {
      stop(id, false)
      change(id, { state: 'paused', bytesPerSecond: null, message: null })
      startNext()
    },
    resume,
    /** Takes the row away; what has arrived of it is thrown away. */
    cancel(id: number) {
      const item = itemOf(id)
      stop(id, true)
      if (item) forgetUpload(applicationId, item.fingerprint)
      drop(id)
    },
  }
}

const REGISTER_MS = 120_000

const holdBack = (event: BeforeUnloadEvent) => event.preventDefault()

const CONNECTION_LOST = 'The connection broke off. What has arrived is kept: it goes on from there.'

const SIGNED_OUT =
  'Your session has ended. Sign in again in another window, then retry: what has arrived is kept.'

const statusOf = (error: Error | DetailedError): number =>
  'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0

const isSignedOut = (error: Error | DetailedError) =>
  'causingError' in error && error.causingError instanceof SignedOut

/** Broken connections, errors of the server, and an upload that another request still holds. */
function isWorthRetrying(error: DetailedError): boolean {
  const status = statusOf(error)
  return !isSignedOut(error) && (status < 400 || status >= 500 || status === 409 || status === 423)
}

function failureWords(error: Error | DetailedError): { words: string; offline: boolean } {
  if (isSignedOut(error)) return { words: SIGNED_OUT, offline: false }
  const status = statusOf(error)
  if (status === 0) return { words: CONNECTION_LOST, offline: true }
  if (status === 403) return { words: 'Your roles do not allow adding documents.', offline: false }
  if (status >= 500) {
    return {
      words: `The desk could not store the file (${status}). What has arrived is kept: retry in a while, or tell an administrator.`,
      offline: false,
    }
  }
  return {
    words: `The desk did not take the file (${status}). Retry; if it happens again, tell an administrator.`,
    offline: false,
  }
}

/** The words of a refusal (`RegisterResult`) or of an error (`PublicError`). */
async function messageOf(response: Response): Promise<string> {
  if (response.status === 401) return SIGNED_OUT
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? body.message
    : `The desk could not take the file (${response.status}). Retry in a while.`
}
