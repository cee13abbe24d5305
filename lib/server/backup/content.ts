import { createHash, createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { BackupError, type Part, readArchive } from './archive'

/** The head of a backup. */
const headSchema = z.object({
  /** The desk version that made it. */
  version: z.string(),
  takenAt: z.string(),
  /** Hashes of the migrations applied to its tables, in order. */
  migrations: z.array(z.string()),
  /** Identifies the DATA_KEY that opens its sealed values. */
  dataKey: z.string(),
})
export type BackupHead = z.output<typeof headSchema>

const entrySchema = z.discriminatedUnion('kind', [
  /** Rows as PostgreSQL's COPY writes them. A table comes after the tables that it references. */
  z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  /** A document's content, sealed as on disk; `name` is its file name. */
  z.object({ kind: z.literal('document'), name: z.string().regex(/^[0-9a-f-]{36}(\.sealed)?$/) }),
  /** The signed checkpoints of the audit log. */
  z.object({ kind: z.literal('checkpoints'), name: z.string() }),
])
export type BackupEntry = z.output<typeof entrySchema>

const sumSchema = z.object({
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** For a table, as PostgreSQL counted them. */
  rows: z.int().nullable(),
})
export type EntrySum = z.output<typeof sumSchema>

const manifestSchema = z.object({
  /** For every entry except documents. */
  sums: z.array(sumSchema),
  /** There can be very many, so `sha256` covers the sums of all. */
  documents: z.object({ count: z.int(), bytes: z.int(), sha256: z.string() }),
  /** Documents whose content was missing on disk: their number, and the first of them. */
  missing: z.object({ count: z.int(), first: z.array(z.string()) }),
  /** The last number of each sequence. */
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  /** The end of the audit log's chain. */
  audit: z.object({ seq: z.int(), head: z.string(), rows: z.int() }),
})
export type BackupManifest = z.output<typeof manifestSchema>

/** Identifies a key without revealing it. */
export const dataKeyMark = (dataKey: Buffer): string =>
  createHmac('sha256', dataKey).update('payfac-desk backup: data key').digest('hex').slice(0, 32)

/** Counts and hashes an entry's content while writing or reading. A table row has exactly one line feed, at its end. */
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

/** Collects the sums of all entries for the manifest. */
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
   * Yields the entries in order and returns the manifest. Read each content before asking for the next entry; it is
   * checked against its sum. Throws a BackupError if anything differs from what was written.
   */
  entries(): AsyncGenerator<{ entry: BackupEntry; content: AsyncGenerator<Buffer> }, BackupManifest>
  close(): Promise<void>
}

/** Throws a BackupError if the file is not a backup or is for another key. */
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
