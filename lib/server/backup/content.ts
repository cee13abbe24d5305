import { createHash, createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { BackupError, type Part, readArchive } from './archive'

/** What a backup says of itself before anything else. */
const headSchema = z.object({
  /** The version of the desk that made it. */
  version: z.string(),
  takenAt: z.string(),
  /** Hashes of the migrations that its tables have had, in their order. */
  migrations: z.array(z.string()),
  /** Tells whether a DATA_KEY is the one that opens what is sealed in it. */
  dataKey: z.string(),
})
export type BackupHead = z.output<typeof headSchema>

const entrySchema = z.discriminatedUnion('kind', [
  /** Rows as PostgreSQL's COPY writes them; a table comes after those that it refers to. */
  z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  /** A document's content as it lies on the disk, which is sealed; `name` is that of its file. */
  z.object({ kind: z.literal('document'), name: z.string().regex(/^[0-9a-f-]{36}(\.sealed)?$/) }),
  /** The signed checkpoints of the audit log. */
  z.object({ kind: z.literal('checkpoints'), name: z.string() }),
])
export type BackupEntry = z.output<typeof entrySchema>

const sumSchema = z.object({
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Of a table, as PostgreSQL counted them. */
  rows: z.int().nullable(),
})
export type EntrySum = z.output<typeof sumSchema>

const manifestSchema = z.object({
  /** Of every entry but the documents. */
  sums: z.array(sumSchema),
  /** There can be very many: `sha256` is over the sums of all. */
  documents: z.object({ count: z.int(), bytes: z.int(), sha256: z.string() }),
  /** Documents whose content was not on the disk: how many, and the first of them. */
  missing: z.object({ count: z.int(), first: z.array(z.string()) }),
  /** The last number that each sequence gave out. */
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  /** How far the chain of the audit log goes. */
  audit: z.object({ seq: z.int(), head: z.string(), rows: z.int() }),
})
export type BackupManifest = z.output<typeof manifestSchema>

/** Of a key that nobody may learn from it. */
export const dataKeyMark = (dataKey: Buffer): string =>
  createHmac('sha256', dataKey).update('payfac-desk backup: data key').digest('hex').slice(0, 32)

/** Counts and hashes what an entry has, on its way in or out. Each row of a table ends in the one line feed it has. */
export function sumOf({ kind, name }: BackupEntry) {
  const hash = createHash('sha256')
  let [bytes, rows] = [0, 0]
  return {
    add(chunk: Uint8Array): void {
      hash.update(chunk)
      bytes += chunk.byteLength
      if (kind !== 'table') return
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) rows += 1
    },
    end: (): EntrySum => ({ name, bytes, sha256: hash.digest('hex'), rows: kind === 'table' ? rows : null }),
  }
}

const LINE_FEED = 10

/** The sums of all entries, as the manifest has them. */
export function sumsOfAll() {
  const hash = createHash('sha256')
  const sums: EntrySum[] = []
  const documents = { count: 0, bytes: 0 }
  return {
    add(entry: BackupEntry, sum: EntrySum): void {
      if (entry.kind !== 'document') {
        sums.push(sum)
        return
      }
      documents.count += 1
      documents.bytes += sum.bytes
      hash.update(`${sum.name} ${sum.sha256}\n`)
    },
    end: () => ({ sums, documents: { ...documents, sha256: hash.digest('hex') } }),
  }
}

export type OpenBackup = {
  head: BackupHead
  /**
   * Each entry in its order, its content to be read before the next one is asked for, and held against its sum; at the
   * end the manifest. Throws a BackupError where anything is not as it was written.
   */
  entries(): AsyncGenerator<{ entry: BackupEntry; content: AsyncGenerator<Buffer> }, BackupManifest>
  close(): Promise<void>
}

/** Throws a BackupError where the file is none, or not for this key. */
export async function openBackup(file: string, key: Buffer): Promise<OpenBackup> {
  const parts = readArchive(file, key)
  const broken = (what: string) =>
    new BackupError(`${file} does not hold what it should (${what}). Use another backup.`)
  const next = async (): Promise<Part> => {
    const { value } = await parts.next()
    if (!value) throw broken('no manifest')
    return value
  }
  const read = <T>(schema: z.ZodType<T>, { content }: Part): T => schema.parse(JSON.parse(content.toString()))

  const first = await next()
  if (first.kind !== 'head') throw broken('no head')
  return {
    head: read(headSchema, first),
    async *entries() {
      const all = sumsOfAll()
      let part = await next()
      while (part.kind === 'entry') {
        const entry = read(entrySchema, part)
        const sum = sumOf(entry)
        part = await next()
        const content = async function* () {
          for (; part.kind === 'bytes'; part = await next()) {
            sum.add(part.content)
            yield part.content
          }
        }
        yield { entry, content: content() }
        const found = sum.end()
        if (part.kind !== 'sum' || !isDeepStrictEqual(read(sumSchema, part), found)) throw broken(entry.name)
        all.add(entry, found)
        part = await next()
      }
      if (part.kind !== 'manifest') throw broken(part.kind)
      const manifest = read(manifestSchema, part)
      const { sums, documents } = all.end()
      if (!isDeepStrictEqual({ sums, documents }, { sums: manifest.sums, documents: manifest.documents }))
        throw broken('manifest')
      return manifest
    },
    close: async () => {
      await parts.return(undefined)
    },
  }
}
