import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Env } from '@/lib/env'

/**
 * A bucket that speaks the protocol of S3. Loaded only where S3_* are set. The client tries again what may be tried
 * again (500, 503, a line that broke); reading goes on where it was cut.
 */
export type ObjectStorage = {
  /** False where something has that key already, which stays as it is. */
  putOnce(key: string, content: Uint8Array): Promise<boolean>
  /** The same of content whose length no one knows yet, in parts; those of a try that failed are taken away. */
  putStreamOnce(key: string, content: AsyncIterable<Uint8Array>): Promise<boolean>
  /** Rejects with ENOENT where there is none, as the disk does. */
  open(key: string): AsyncGenerator<Uint8Array>
  sizeOf(key: string): Promise<number | null>
  list(prefix: string): AsyncGenerator<{ key: string; sizeBytes: number; modifiedAt: Date }>
  remove(key: string): Promise<void>
  /** Parts of uploads that were begun before `moment` and never ended, by a desk that was killed. */
  abortPartsBefore(moment: Date): Promise<number>
  /** Writes, reads and removes an object. Throws an Error that says what the bucket refuses. */
  requireUsable(): Promise<void>
}

export type ObjectStorageSettings = Pick<
  Env,
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_BUCKET'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_FORCE_PATH_STYLE'
  | 'S3_CHECKSUMS'
>

/** As many bytes as are on their way at once; stores take no smaller part than 5 MiB. */
export const PART_BYTES = 8 << 20

/** Without a byte for this long, a request is given up. */
const SILENCE_MS = 20_000

export function openObjectStorage(settings: ObjectStorageSettings, silenceMs = SILENCE_MS): ObjectStorage {
  const Bucket = settings.S3_BUCKET
  const checksums = settings.S3_CHECKSUMS || 'WHEN_SUPPORTED'
  const client = new S3Client({
    region: settings.S3_REGION,
    ...(settings.S3_ENDPOINT && { endpoint: settings.S3_ENDPOINT }),
    forcePathStyle: settings.S3_FORCE_PATH_STYLE === '1',
    credentials: {
      accessKeyId: settings.S3_ACCESS_KEY_ID,
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    },
    requestChecksumCalculation: checksums,
    responseChecksumValidation: checksums,
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 5_000, socketTimeout: silenceMs },
  })

  async function putOnce(Key: string, content: Uint8Array): Promise<boolean> {
    try {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: content, IfNoneMatch: '*' }))
      return true
    } catch (error) {
      return falseIfTaken(error)
    }
  }

  async function* open(Key: string): AsyncGenerator<Uint8Array> {
    let [at, total, cuts] = [0, Infinity, 0]
    while (at < total) {
      const range = at > 0 ? { Range: `bytes=${at}-` } : {}
      const { Body, ContentLength } = await client
        .send(new GetObjectCommand({ Bucket, Key, ...range }))
        .catch(missingAsOnDisk)
      if (at === 0) total = ContentLength ?? Infinity
      try {
        for await (const chunk of Body as Readable) {
          at += chunk.length
          yield chunk
        }
        if (at >= total || total === Infinity) return
        throw new Error('The object storage ended an answer before its end.')
      } catch (error) {
        cuts += 1
        if (at >= total || cuts > MAX_CUTS) throw error
      }
    }
  }

  async function* list(prefix: string) {
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: prefix, ...(ContinuationToken && { ContinuationToken }) }),
      )
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        if (Key !== undefined)
          yield { key: Key, sizeBytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken)
  }

  const remove = async (Key: string): Promise<void> => {
    await client.send(new DeleteObjectCommand({ Bucket, Key }))
  }

  return {
    putOnce,
    open,
    list,
    remove,
    async putStreamOnce(Key, content) {
      const upload = new Upload({
        client,
        params: { Bucket, Key, Body: Readable.from(content, { objectMode: false }), IfNoneMatch: '*' },
        partSize: PART_BYTES,
        queueSize: 2,
        leavePartsOnError: false,
      })
      try {
        await upload.done()
        return true
      } catch (error) {
        return falseIfTaken(error)
      }
    },
    async sizeOf(Key) {
      try {
        return (await client.send(new HeadObjectCommand({ Bucket, Key }))).ContentLength ?? null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async abortPartsBefore(moment) {
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket, Prefix: 'documents/' }),
      )
      let aborted = 0
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (!Key || !UploadId || !Initiated || Initiated > moment) continue
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
        aborted += 1
      }
      return aborted
    },
    async requireUsable() {
      const key = `checks/${crypto.randomUUID()}`
      try {
        await putOnce(key, Buffer.from('desk'))
        for await (const _ of open(key));
        for await (const _ of list('checks/')) break
        await remove(key)
      } catch (error) {
        const name = error instanceof Error ? error.name : 'unknown'
        throw new Error(
          `The bucket ${Bucket} cannot be used (${name}): documents would be lost. Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the access key, which needs to put, get, list and delete objects. With stores that do not know checksums set S3_CHECKSUMS=WHEN_REQUIRED; with most that are not Amazon's, S3_FORCE_PATH_STYLE=1.`,
          { cause: error },
        )
      }
    },
  }
}

/** A line that breaks this often for one object is given up. */
const MAX_CUTS = 4

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && '$metadata' in error
    ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode
    : undefined

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')

function missingAsOnDisk(error: unknown): never {
  if (isMissing(error)) throw Object.assign(new Error('An object is gone.'), { code: 'ENOENT' })
  throw error
}

function falseIfTaken(error: unknown): false {
  if (statusOf(error) === 412) return false
  throw error
}
