import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { MAX_DOCUMENT_BYTES } from '@/lib/domain/documents/document-kinds'
import { createObjectDocumentStore } from '@/lib/server/documents/object-documents'
import { openObjectStorage } from '@/lib/server/documents/object-storage'
import { newFileKey } from '@/lib/server/documents/sealed-file'
import { sealFileKey } from '@/lib/server/documents/upload-files'
import { createSealer } from '@/lib/server/sealing/sealer'
import { alternate, type Figure, median, megabytes, milliseconds, timed, times } from './measure'
import type { Subject } from './results'

const ROUNDS = 7
const AIM = 0.8
const BYTES = MAX_DOCUMENT_BYTES
const CHUNK = randomBytes(256 * 1024)
const Bucket = 'documents'

export const objectStorage: Subject = {
  title: 'Documents through object storage',
  how: `${BYTES.toLocaleString('en-US')} bytes to and from a store that speaks the protocol of S3, in a process of its own on this machine: sealed, as the desk does it, against the SDK's own upload and download of the bare bytes. ${ROUNDS} rounds.`,
  async measure(ground) {
    const store = await ground.fork('bench/object-store.ts', [])
    const settings = {
      S3_ENDPOINT: store.told,
      S3_REGION: 'us-east-1',
      S3_BUCKET: Bucket,
      S3_ACCESS_KEY_ID: 'bench',
      S3_SECRET_ACCESS_KEY: 'not-a-secret',
      S3_FORCE_PATH_STYLE: '1' as const,
      S3_CHECKSUMS: '' as const,
    }
    const sealer = createSealer([{ version: 1, key: randomBytes(32) }])
    const desk = createObjectDocumentStore(openObjectStorage(settings), '/nowhere', sealer)
    const { objects } = desk.uploads
    if (!objects) throw new Error('The store has no uploads.')
    const bare = new S3Client({
      region: settings.S3_REGION,
      endpoint: settings.S3_ENDPOINT,
      forcePathStyle: true,
      credentials: { accessKeyId: 'bench', secretAccessKey: 'not-a-secret' },
    })
    let row = { id: '', sizeBytes: BYTES, sealedKey: '' }
    const kept: number[] = []

    async function uploadByDesk(): Promise<number> {
      const id = crypto.randomUUID()
      const sealedKey = sealFileKey(sealer, id, newFileKey())
      row = { id, sizeBytes: BYTES, sealedKey }
      await objects?.begin(id, { sealedKey, sizeBytes: BYTES, record: null })
      return timed(async () => objects?.append(id, 0, content()))
    }
    const uploads = await alternate(ground.rounds(ROUNDS), {
      async desk() {
        await store.ask('empty')
        const ms = await uploadByDesk()
        kept.push(await timed(() => desk.keep(row.id)))
        return ms
      },
      floor: async () => {
        await store.ask('empty')
        const upload = new Upload({
          client: bare,
          params: { Bucket, Key: 'bare', Body: Readable.from(content(), { objectMode: false }) },
        })
        return timed(() => upload.done())
      },
    })
    await store.ask('empty')
    await uploadByDesk()
    await desk.keep(row.id)
    await new Upload({
      client: bare,
      params: { Bucket, Key: 'bare', Body: Readable.from(content(), { objectMode: false }) },
    }).done()
    const downloads = await alternate(ground.rounds(ROUNDS), {
      desk: () => timed(() => readAll(desk.pass(row))),
      floor: () =>
        timed(async () => {
          const { Body } = await bare.send(new GetObjectCommand({ Bucket, Key: 'bare' }))
          await readAll(Body as Readable)
        }),
    })
    return {
      figures: [figure('upload', uploads), figure('download', downloads)],
      notes: [
        `An upload lies in segments of 8 MB until its document is registered; putting it to its place then takes ${milliseconds(median(kept))} more: each byte crosses the line twice again, since an object cannot be appended to.`,
        'The bare upload has four parts of 5 MB on their way, the desk two segments: a request is to hold about 25 MB at most.',
      ],
    }
  },
}

async function* content(): AsyncGenerator<Buffer> {
  // New ones each time: what the desk has sealed it lets go of.
  for (let sent = 0; sent < BYTES; sent += CHUNK.length)
    yield Buffer.from(CHUNK.subarray(0, Math.min(CHUNK.length, BYTES - sent)))
}

async function readAll(source: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0
  for await (const chunk of source) bytes += chunk.byteLength
  if (bytes !== BYTES) throw new Error(`${bytes} bytes came.`)
}

function figure(what: string, { desk, floor }: Record<'desk' | 'floor', number[]>): Figure {
  const ratio = median(floor) / median(desk)
  const rate = (ms: readonly number[]) => `${megabytes(BYTES / (median(ms) / 1000))}/s`
  return {
    what: `${what} of ${megabytes(BYTES)}`,
    desk: rate(desk),
    floor: rate(floor),
    compared: times(ratio),
    aim: `≥ ${AIM} ×`,
    reached: ratio >= AIM,
  }
}
