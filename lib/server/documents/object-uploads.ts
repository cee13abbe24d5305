import { isUuid } from '@/lib/domain/values/uuid'
import type { Sealer } from '@/lib/server/sealing/sealer'
import type { ObjectStorage } from './object-storage'
import { PART_BYTES } from './object-storage'
import { letGo, openSealedStream, RECORD_BYTES, RECORD_OVERHEAD_BYTES, sealRecord } from './sealed-file'
import {
  type Beside,
  besideSchema,
  type ObjectUploads,
  openFileKey,
  TooManyBytesError,
  WrongOffsetError,
} from './upload-files'

/**
 * Files on their way to object storage. An object cannot be appended to, so what comes is kept in segments of whole
 * records, `uploads/<id>/<offset>`, each written once; `uploads/<id>/about` is what was said of the file, sealed. What
 * has come is read off the names and sizes, so that any desk can go on with it. Where two desks write the same
 * segment, the second is told that the upload is at another offset.
 */
export type ObjectUploadsAndBytes = ObjectUploads & {
  /** The sealed bytes as they lie there, one segment behind the other. */
  sealedBytes(id: string): AsyncGenerator<Uint8Array>
}

type Segment = { key: string; offset: number; plainBytes: number; sizeBytes: number }
type Found = { segments: Segment[]; hasAbout: boolean; touchedAt: Date }

const ABOUT = 'about'
/** An upload in whole records but for its last one: so its sizes say what is in them. */
const WHOLE_RECORD_BYTES = RECORD_BYTES + RECORD_OVERHEAD_BYTES
const plainBytesOf = (sizeBytes: number) =>
  sizeBytes - Math.ceil(sizeBytes / WHOLE_RECORD_BYTES) * RECORD_OVERHEAD_BYTES

/** Those that are remembered of uploads: what was said of one never changes. */
const MAX_REMEMBERED = 1_000

export function createObjectUploads(storage: ObjectStorage, sealer: Sealer): ObjectUploadsAndBytes {
  const remembered = new Map<string, Beside>()
  const folder = (id: string) => {
    if (!isUuid(id)) throw new Error('A document id has an unknown form.')
    return `uploads/${id}/`
  }
  const aboutPlace = (id: string) => ({ table: 'documents', row: id, field: 'upload' })

  async function readAbout(id: string): Promise<Beside> {
    const known = remembered.get(id)
    if (known) return known
    const parts: Uint8Array[] = []
    for await (const part of storage.open(`${folder(id)}${ABOUT}`)) parts.push(part)
    const about = besideSchema.parse(JSON.parse(sealer.open(aboutPlace(id), Buffer.concat(parts).toString())))
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(id, about)
    return about
  }

  async function findAll(prefix: string): Promise<Map<string, Found>> {
    const all = new Map<string, Found>()
    // By name, which is by offset.
    for await (const { key, sizeBytes, modifiedAt } of storage.list(prefix)) {
      const [, id = '', name = ''] = key.split('/')
      const found = all.get(id) ?? { segments: [], hasAbout: false, touchedAt: modifiedAt }
      if (modifiedAt > found.touchedAt) found.touchedAt = modifiedAt
      const offset = Number(name)
      if (name === ABOUT) found.hasAbout = true
      else if (offset === receivedOf(found))
        found.segments.push({ key, offset, plainBytes: plainBytesOf(sizeBytes), sizeBytes })
      all.set(id, found)
    }
    return all
  }

  const segmentsOf = async (id: string): Promise<Found | null> => {
    const found = (await findAll(folder(id))).get(id)
    return found?.hasAbout ? found : null
  }

  async function requireSegments(id: string): Promise<Found> {
    const found = await segmentsOf(id)
    if (!found) throw Object.assign(new Error('An upload is gone.'), { code: 'ENOENT' })
    return found
  }

  async function* sealedBytes(id: string) {
    for (const { key } of (await requireSegments(id)).segments) yield* storage.open(key)
  }

  async function remove(id: string): Promise<void> {
    const keys: string[] = []
    for await (const { key } of storage.list(folder(id))) keys.push(key)
    // What was said of it goes last: until then the rest is found again.
    for (const key of keys.sort((a, b) => Number(a.endsWith(ABOUT)) - Number(b.endsWith(ABOUT))))
      await storage.remove(key)
    remembered.delete(id)
  }

  return {
    sealedBytes,
    remove,
    async begin(id, about) {
      const sealed = sealer.seal(aboutPlace(id), JSON.stringify(about))
      if (!(await storage.putOnce(`${folder(id)}${ABOUT}`, Buffer.from(sealed))))
        throw new Error('An upload was begun twice.')
    },
    async find(id) {
      const found = await segmentsOf(id)
      return found && { ...(await readAbout(id)), receivedBytes: receivedOf(found) }
    },
    async list() {
      const listed = []
      for (const [id, found] of await findAll('uploads/'))
        if (found.hasAbout) listed.push({ id, ...(await readAbout(id)), receivedBytes: receivedOf(found) })
      return listed
    },
    async *read(id) {
      await requireSegments(id)
      const { sealedKey, sizeBytes } = await readAbout(id)
      yield* openSealedStream(
        sealedBytes(id),
        { id, key: openFileKey(sealer, id, sealedKey), sizeBytes },
        { isWhole: false, isPassing: true },
      )
    },
    async append(id, offset, source) {
      const found = await requireSegments(id)
      if (receivedOf(found) !== offset) throw new WrongOffsetError('The upload is at another offset.')
      const { sealedKey, sizeBytes } = await readAbout(id)
      const file = { id, key: openFileKey(sealer, id, sealedKey), sizeBytes }
      let index = found.segments.reduce((sum, one) => sum + Math.ceil(one.sizeBytes / WHOLE_RECORD_BYTES), 0)
      let [chunks, chunkBytes, sealed, sealedBytesNow] = [[] as Uint8Array[], 0, [] as Uint8Array[], 0]
      let [segmentOffset, next, came] = [offset, offset, 0]
      // One segment is on its way while the next one comes: two of them are held at most.
      let sending: Promise<void> = Promise.resolve()

      const seal = () => {
        if (chunkBytes === 0) return
        for (const part of sealRecord(file, { index, offset: next }, chunks, letGo)) {
          sealed.push(part)
          sealedBytesNow += part.byteLength
        }
        index += 1
        next += chunkBytes
        chunks = []
        chunkBytes = 0
      }
      const send = async () => {
        await sending
        if (sealedBytesNow === 0) return
        const content = Buffer.concat(sealed, sealedBytesNow)
        for (const part of sealed) letGo(part)
        const key = `${folder(id)}${String(segmentOffset).padStart(12, '0')}`
        sealed = []
        sealedBytesNow = 0
        segmentOffset = next
        sending = storage.putOnce(key, content).then((isNew) => {
          if (!isNew) throw new WrongOffsetError('Another request is continuing this upload.')
        })
        sending.catch(() => {})
      }
      const flush = async () => {
        seal()
        await send()
        await sending
      }

      try {
        for await (const chunk of source) {
          came += chunk.byteLength
          if (offset + came > sizeBytes) throw new TooManyBytesError('More bytes came than the file has.')
          for (let at = 0; at < chunk.byteLength; ) {
            const part = chunk.subarray(at, at + RECORD_BYTES - chunkBytes)
            chunks.push(part)
            chunkBytes += part.byteLength
            at += part.byteLength
            if (chunkBytes < RECORD_BYTES) continue
            seal()
            if (sealedBytesNow >= PART_BYTES) await send()
          }
        }
      } finally {
        await flush()
      }
      return next
    },
    async deleteUntouchedBefore(moment) {
      let deleted = 0
      for (const [id, { touchedAt }] of await findAll('uploads/')) {
        if (touchedAt >= moment) continue
        await remove(id)
        deleted += 1
      }
      await storage.abortPartsBefore(moment)
      return deleted
    },
  }
}

const receivedOf = ({ segments }: Found): number => {
  const last = segments.at(-1)
  return last ? last.offset + last.plainBytes : 0
}
