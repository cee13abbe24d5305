import type { DetailedError, Upload } from 'tus-js-client'
import { tellSessionEnded } from '@/components/shell/session'
import { checkDocumentSize, type DocumentCategory } from '@/lib/domain/documents/document-kinds'
import { isBlocking } from '@/lib/domain/values/violation'
import type { DocumentItem } from '@/lib/server/documents/data'
import type { UnfinishedUpload } from '@/lib/server/documents/unfinished'
import { fingerprintOf, sha256Of } from './file-content'
import { type Filing, filingOf, type NewFiling } from './guess-category'
import { holdUpload } from './upload-hold'
import {
  beginUpload,
  endUpload,
  fetchUnfinished,
  isSameFile,
  registerUpload,
  UploadRefusal,
  uploadAddress,
} from './upload-requests'

/**
 * `looking`: compared with existing documents before anything is sent. `checking`: all bytes have arrived, and the
 * server checks the content. `failed` can be retried; `refused` cannot, because the file itself is not accepted.
 */
type UploadState = 'looking' | 'waiting' | 'sending' | 'paused' | 'checking' | 'failed' | 'refused'

export type UploadItem = {
  id: number
  name: string
  fingerprint: string
  sizeBytes: number
  category: DocumentCategory
  slot: string | null
  replaces?: string | null
  /**
   * The same content is already here for another slot. It can be added for this slot, too; `again` means that it
   * is.
   */
  twin?: 'offered' | 'again'
  state: UploadState
  sentBytes: number
  /** Over the last seconds; null if not known yet. */
  bytesPerSecond: number | null
  /** What went wrong, or why it waits. */
  message: string | null
  warning: string | null
}

/**
 * `added` counts the uploads that became documents, so that a list knows when to reload; `addedNow` those since the
 * queue was last idle. `arrived`: documents that no list has shown yet.
 */
type Snapshot = {
  items: readonly UploadItem[]
  arrived: readonly ArrivedDocument[]
  added: number
  addedNow: number
  renamed: readonly RenamedFile[]
}

type ArrivedDocument = Pick<DocumentItem, 'id' | 'name' | 'category' | 'slot'>

/** A file whose content does not fit its extension, stored under a name that does. */
type RenamedFile = { from: string; to: string }

export type UploadQueue = ReturnType<typeof createUploadQueue>

/** What an upload needs and the interface does not show. */
type Work = {
  file: File
  /** Its upload at the desk, once it has begun. */
  uploadId: Promise<string> | null
  upload: Promise<Upload> | null
  sha256: Promise<string | null> | null
  /** Releases the upload, so that another window may continue it. */
  release: () => void
  /** Counts starts and stops. Anything from an earlier turn is outdated. */
  turn: number
  /** The desk had deleted the upload, and it was started again. */
  restarted: boolean
  /** Times (ms) and bytes of the last seconds. */
  samples: { at: number; sentBytes: number }[]
  /** It failed for lack of a connection, and continues when there is one. */
  offline: boolean
}

/** The documents and uploads that new files are compared with. */
type Known = {
  documents: readonly (Pick<DocumentItem, 'name' | 'sizeBytes' | 'sha256'> & {
    /** How it is filed, such as whose ID it is. */
    filedAs: string
    filedSlot: string | null
  })[]
  unfinished: Promise<UnfinishedUpload[]>
}

const PARALLEL = 2
/** About four minutes in total: the desk may be restarting. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 6_000, 12_000, ...Array.from({ length: 11 }, () => 20_000)]
const SPEED_WINDOW_MS = 4_000
/** Uploads report more often than anyone can read. */
const SHOW_EVERY_MS = 200

export const EMPTY_SNAPSHOT: Snapshot = { items: [], arrived: [], added: 0, addedNow: 0, renamed: [] }

const queues = new Map<string, UploadQueue>()

/**
 * An application's queue. It survives the page that shows it, so that another step can be opened during uploads.
 */
export function uploadQueueOf(applicationId: string): UploadQueue {
  const queue = queues.get(applicationId) ?? createUploadQueue(applicationId)
  // A server renders for many people and keeps nothing between them.
  if (typeof window !== 'undefined') queues.set(applicationId, queue)
  return queue
}

function createUploadQueue(applicationId: string) {
  let snapshot = EMPTY_SNAPSHOT
  let nextId = 1
  /** Files are compared one at a time, because each may have to be read completely. */
  let looking: Promise<void> = Promise.resolve()
  const works = new Map<number, Work>()
  /** Uploads that this page started, continued or ended. None of them was interrupted. */
  const mine = new Set<string>()
  const listeners = new Set<() => void>()

  const itemOf = (id: number) => snapshot.items.find((item) => item.id === id)

  const isWanted = (id: number, work: Work) => () => works.get(id) === work

  function show(next: Snapshot) {
    snapshot = next
    if (isBusy(next.items)) window.addEventListener('beforeunload', holdBack)
    else window.removeEventListener('beforeunload', holdBack)
    for (const listener of listeners) listener()
  }

  const change = (id: number, to: Partial<UploadItem>) =>
    show({ ...snapshot, items: snapshot.items.map((item) => (item.id === id ? { ...item, ...to } : item)) })

  function drop(id: number, arrived: readonly ArrivedDocument[] = []) {
    works.get(id)?.release()
    works.delete(id)
    show({
      ...snapshot,
      items: snapshot.items.filter((item) => item.id !== id),
      arrived: [...snapshot.arrived, ...arrived],
      added: snapshot.added + arrived.length,
      addedNow: snapshot.addedNow + arrived.length,
    })
    startNext()
  }

  function refuse(id: number, message: string) {
    works.get(id)?.release()
    works.delete(id)
    change(id, { state: 'refused', message, warning: null, bytesPerSecond: null })
    startNext()
  }

  function startNext() {
    const busy = snapshot.items.filter(({ state }) => state === 'sending' || state === 'checking').length
    const waiting = snapshot.items.filter(({ state }) => state === 'waiting')
    for (const { id } of waiting.slice(0, Math.max(0, PARALLEL - busy))) void send(id)
  }

  /** Decides what happens to a new file: it is refused, continues an unfinished upload, or starts a new one. */
  async function place(id: number, known: Known): Promise<void> {
    const work = works.get(id)
    if (!work) return
    try {
      const twin = await twinOf(id, work, known.documents)
      if (twin !== null) {
        // One scan can show two IDs.
        const wanted = itemOf(id)?.slot ?? null
        if (wanted === null || wanted === twin.slot)
          return refuse(id, `${twin.words} It was not added again.`)
        change(id, { state: 'refused', message: twin.words, warning: null, twin: 'offered' })
        return startNext()
      }
      const found = await findStarted(work.file, await known.unfinished.catch(() => []))
      if (found) {
        const release = await holdUpload(found.id)
        if (!release) return refuse(id, 'Another window of this browser is sending this file.')
        takeUp(work, found.id, release)
        change(id, { sentBytes: found.receivedBytes })
      }
    } catch {
      return refuse(id, UNREADABLE)
    }
    if (!works.has(id)) return letGo(work)
    // Started at the desk at once and not at its turn, so that it can be continued after a reload.
    void started(id, work).catch(() => undefined)
    if (itemOf(id)?.state === 'looking') change(id, { state: 'waiting' })
    startNext()
  }

  /**
   * What to say about a file whose content is already here or being uploaded. Reads the file only if another has
   * the same size.
   */
  async function twinOf(
    id: number,
    work: Work,
    documents: Known['documents'],
  ): Promise<{ words: string; slot: string | null } | null> {
    const { size } = work.file
    const hashOf = (other: Work) => {
      other.sha256 ??= sha256Of(other.file)
      return other.sha256
    }
    for (const document of documents.filter(({ sizeBytes }) => sizeBytes === size)) {
      if ((await hashOf(work)) === document.sha256)
        return {
          words: `This is the same content as “${document.name}”, which is here already as ${document.filedAs}.`,
          slot: document.filedSlot,
        }
    }
    for (const [otherId, other] of works) {
      const it = itemOf(otherId)
      if (otherId >= id || other.file.size !== size || it?.state === 'refused') continue
      const [own, others] = [await hashOf(work), await hashOf(other)]
      if (own !== null && own === others)
        return {
          words: `This is the same content as “${other.file.name}”, which is being added.`,
          slot: it?.slot ?? null,
        }
    }
    return null
  }

  async function findStarted(
    file: File,
    unfinished: readonly UnfinishedUpload[],
  ): Promise<UnfinishedUpload | null> {
    const candidates = unfinished
      .filter(({ id, sizeBytes }) => sizeBytes === file.size && !mine.has(id))
      .sort((a, b) => Number(b.name === file.name) - Number(a.name === file.name))
    for (const candidate of candidates) if (await isSameFile(applicationId, candidate, file)) return candidate
    return null
  }

  function takeUp(work: Work, uploadId: string, release: () => void) {
    mine.add(uploadId)
    work.uploadId = Promise.resolve(uploadId)
    work.release = release
  }

  /** Starts the upload at the desk unless it has begun. Retries while the desk does not answer. */
  function started(id: number, work: Work): Promise<string> {
    const { category, slot, replaces = null }: NewFiling = itemOf(id) ?? filingOf('other')
    work.uploadId ??= patiently(
      () => beginUpload(applicationId, work.file, { category, slot, replaces }),
      isWanted(id, work),
    )
      .then(async (uploadId) => {
        takeUp(work, uploadId, (await holdUpload(uploadId)) ?? (() => undefined))
        return uploadId
      })
      .catch((error: unknown) => {
        work.uploadId = null
        throw error
      })
    return work.uploadId
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
      const uploadId = await started(id, work)
      work.upload ??= prepare(id, work, uploadId)
      const upload = await work.upload
      if (work.turn === turn) upload.start()
    } catch (error) {
      work.upload = null
      if (work.turn === turn) failBy(id, error)
    }
  }

  async function prepare(id: number, work: Work, uploadId: string): Promise<Upload> {
    const { Upload } = await import('tus-js-client')
    return new Upload(work.file, {
      uploadUrl: new URL(uploadAddress(uploadId), location.origin).href,
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      onProgress: (sentBytes) => progress(id, work, sentBytes),
      onSuccess: () => void register(id, uploadId),
      onError: (error) => {
        if (GONE.includes(statusOf(error)) && !work.restarted) return restart(id, work, uploadId)
        failBy(id, error)
      },
      onShouldRetry(error) {
        if (!isWorthRetrying(error) || !navigator.onLine) return false
        void checkReadable(id, work)
        change(id, { message: 'The connection was lost. Trying again…', bytesPerSecond: null })
        return true
      },
    })
  }

  /** A file that was changed or moved looks like a broken connection and would be retried forever. */
  async function checkReadable(id: number, work: Work): Promise<void> {
    try {
      await work.file.slice(0, 1).arrayBuffer()
    } catch {
      stop(id)
      letGo(work)
      refuse(id, UNREADABLE)
    }
  }

  /** The partial upload expired or was deleted from another window. */
  function restart(id: number, work: Work, uploadId: string) {
    mine.delete(uploadId)
    work.release()
    Object.assign(work, { uploadId: null, upload: null, restarted: true })
    change(id, { sentBytes: 0 })
    resume(id)
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

  function failBy(id: number, error: unknown) {
    const { words, offline } = failureWords(error)
    const work = works.get(id)
    if (work) work.offline = offline
    change(id, { state: 'failed', message: words, bytesPerSecond: null })
    startNext()
  }

  async function register(id: number, uploadId: string) {
    const [item, work] = [itemOf(id), works.get(id)]
    if (!item || !work) return
    change(id, { state: 'checking', sentBytes: item.sizeBytes, bytesPerSecond: null, message: null })
    const filing = () => {
      const { category, slot, replaces = null, twin } = itemOf(id) ?? item
      return { category, slot, replaces, again: twin === 'again' }
    }
    const ask = () => registerUpload(applicationId, { uploadId, name: item.name, ...filing() })
    try {
      const { name, calledAs } = await patiently(ask, isWanted(id, work))
      if (calledAs !== null)
        show({ ...snapshot, renamed: [...snapshot.renamed, { from: calledAs, to: name }] })
      const { category, slot } = filing()
      drop(id, [{ id: uploadId, name, category, slot }])
    } catch (error) {
      if (error instanceof UploadRefusal && error.status === 422) return refuse(id, error.message)
      // The upload is gone, so a retry starts a new one.
      if (error instanceof UploadRefusal && error.status === 404)
        Object.assign(work, { uploadId: null, upload: null })
      failBy(id, error)
    }
  }

  function stop(id: number): Work | undefined {
    const work = works.get(id)
    if (!work) return undefined
    work.turn += 1
    void work.upload?.then((upload) => upload.abort()).catch(() => undefined)
    return work
  }

  /** Not awaited: an upload that cannot be deleted now is offered as interrupted, or expires. */
  function letGo(work: Work) {
    void work.uploadId
      ?.then(async (uploadId) => {
        await endUpload(uploadId).catch(() => mine.delete(uploadId))
        work.release()
      })
      .catch(() => undefined)
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
    isMine: (uploadId: string) => mine.has(uploadId),

    /** A file that is already being uploaded is not added again; a failed one is retried. */
    add(files: readonly File[], filingOfName: (name: string) => NewFiling, documents: Known['documents']) {
      const known = { documents, unfinished: fetchUnfinished(applicationId) }
      known.unfinished.catch(() => undefined)
      if (!isBusy(snapshot.items)) show({ ...snapshot, addedNow: 0 })
      for (const file of files) {
        const fingerprint = fingerprintOf(file)
        const same = snapshot.items.find((item) => item.fingerprint === fingerprint)
        if (same && same.state !== 'refused') {
          if (same.state === 'failed' || same.state === 'paused') resume(same.id)
          continue
        }
        if (same) drop(same.id)
        const [found] = checkDocumentSize(file.size)
        const refused = found !== undefined && isBlocking(found)
        const id = nextId++
        const item: UploadItem = {
          id,
          name: file.name,
          fingerprint,
          sizeBytes: file.size,
          ...filingOfName(file.name),
          state: refused ? 'refused' : 'looking',
          sentBytes: 0,
          bytesPerSecond: null,
          message: refused ? found.message : null,
          warning: refused ? null : (found?.message ?? previewWarning(file.name)),
        }
        show({ ...snapshot, items: [...snapshot.items, item] })
        if (refused) continue
        works.set(id, newWork(file))
        looking = looking.then(() => place(id, known))
      }
    },
    /** A list now shows these documents, so they no longer count as being uploaded. */
    tellShown(documents: readonly Pick<DocumentItem, 'id'>[]) {
      const arrived = snapshot.arrived.filter(({ id }) => !documents.some((document) => document.id === id))
      if (arrived.length < snapshot.arrived.length) show({ ...snapshot, arrived })
    },
    /** Forgets messages about finished files once they were seen. */
    forget() {
      const items = snapshot.items.filter(({ state }) => state !== 'refused')
      if (items.length < snapshot.items.length || snapshot.renamed.length > 0 || snapshot.arrived.length > 0)
        show({ ...snapshot, items, arrived: [], renamed: [] })
    },
    /** A file that is filed elsewhere replaces nothing. */
    setFiling: (id: number, filing: Filing) => change(id, { ...filing, replaces: null }),
    pause(id: number) {
      stop(id)
      change(id, { state: 'paused', bytesPerSecond: null, message: null })
      startNext()
    },
    resume,
    /** Adds the same content for another slot, after someone said that it shows both. */
    addAgain(id: number) {
      const work = works.get(id)
      if (!work) return
      change(id, { state: 'waiting', message: null, twin: 'again' })
      void started(id, work).catch(() => undefined)
      startNext()
    },
    /** Removes the row and deletes what has arrived. */
    cancel(id: number) {
      const work = stop(id)
      if (work) letGo(work)
      works.delete(id)
      drop(id)
    },
  }
}

/** Shown while another copy can still be chosen. */
const previewWarning = (name: string): string | null =>
  /\.hei[cf]$/i.test(name)
    ? 'HEIC photos are accepted, but browsers can’t preview them. Save it as JPEG to view it here.'
    : null

const newWork = (file: File): Work => ({
  file,
  uploadId: null,
  upload: null,
  sha256: null,
  release: () => undefined,
  turn: 0,
  restarted: false,
  samples: [],
  offline: false,
})

const BUSY: readonly UploadState[] = ['looking', 'waiting', 'sending', 'checking']

/** Whether something continues by itself. */
export const isBusy = (items: readonly UploadItem[]): boolean =>
  items.some(({ state }) => BUSY.includes(state))

const holdBack = (event: BeforeUnloadEvent) => event.preventDefault()

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Retries after connection failures, with growing pauses, while `isWanted` and not forever. */
async function patiently<T>(run: () => Promise<T>, isWanted: () => boolean): Promise<T> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await run()
    } catch (error) {
      // A request without a connection is a TypeError; anything that was answered is not retried.
      if (!(error instanceof TypeError) || !isWanted() || !navigator.onLine) throw error
      await pause(delayMs)
    }
  }
  return run()
}

const UNREADABLE =
  'The browser cannot read this file any more: it was moved, changed or deleted. Choose it again.'

const CONNECTION_LOST = 'The connection was lost. The upload continues from what has arrived.'

const SIGNED_OUT = 'Your session has ended. Sign in, then retry: what has arrived is kept.'

const GONE: readonly number[] = [404, 410]

const statusOf = (error: unknown): number =>
  error instanceof UploadRefusal
    ? error.status
    : error instanceof Error && isDetailed(error)
      ? (error.originalResponse?.getStatus() ?? 0)
      : 0

const isDetailed = (error: Error): error is DetailedError => 'originalResponse' in error

/** Broken connections, server errors, and an upload that another request still holds. */
function isWorthRetrying(error: DetailedError): boolean {
  const status = statusOf(error)
  return status < 400 || status >= 500 || status === 409 || status === 423
}

function failureWords(error: unknown): { words: string; offline: boolean } {
  const status = statusOf(error)
  if (status === 0) return { words: CONNECTION_LOST, offline: true }
  const words = () => {
    if (status === 401) {
      tellSessionEnded()
      return SIGNED_OUT
    }
    if (status === 403) return 'Your roles do not allow adding documents.'
    // The message of a registration that did not complete.
    if (error instanceof UploadRefusal && error.message) return error.message
    // Why there is no room: in the application, or in one person's uploads.
    const said = error instanceof Error && isDetailed(error) ? error.originalResponse?.getBody() : ''
    if (status === 413 && said) return said
    if (status === 507)
      return 'The desk’s disk is full, or nearly. What has arrived is kept: tell an administrator, and retry when there is room.'
    if (status >= 500)
      return `The desk could not store the file (${status}). What has arrived is kept: retry in a while, or tell an administrator.`
    return `The desk did not take the file (${status}). Retry; if it happens again, tell an administrator.`
  }
  return { words: words(), offline: false }
}
