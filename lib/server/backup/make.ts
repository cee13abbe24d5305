import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Database, Tx } from '@/lib/db/client'
import { DAY_MS } from '@/lib/domain/values/calendar'
import { parseCheckpoints } from '@/lib/server/audit-log/checkpoint'
import { readCheckpointFile } from '@/lib/server/audit-log/checkpoint-writer'
import { checkpointFile } from '@/lib/server/audit-log/desk-audit'
import { readHead, type SealedUpTo } from '@/lib/server/audit-log/sealer'
import { type DocumentPlace, sealedContents } from '@/lib/server/documents/open-store'
import { isMissingFile } from '@/lib/server/documents/upload-files'
import about from '@/package.json'
import { type Archive, BackupError, createArchive, UNFINISHED } from './archive'
import {
  type BackupEntry,
  type BackupHead,
  type BackupManifest,
  dataKeyMark,
  type EntrySum,
  sumOf,
  sumsOfAll,
} from './content'

/** The schemas in a backup. The job queue is not included: a start rebuilds it from pending work. */
export const BACKED_UP = ['public', 'sandbox']

export type MadeBackup = {
  file: string
  bytes: number
  takenAt: string
  rows: number
  documents: number
  missing: BackupManifest['missing']
}

export type BackupKeys = { backupKey: Buffer; dataKey: Buffer }
type Settings = Parameters<typeof checkpointFile>[0] & DocumentPlace

/**
 * Writes all of the desk's data, as of one moment, into one sealed file while desks keep running. If it fails, it
 * throws a BackupError and leaves no file.
 */
export async function makeBackup(
  database: Pick<Database, 'withSession'>,
  settings: Settings,
  keys: BackupKeys,
  { file, now }: { file: string; now: Date },
): Promise<MadeBackup> {
  await mkdir(/* turbopackIgnore: true */ path.dirname(file), { recursive: true, mode: 0o700 })
  const archive = await createArchive(file, keys.backupKey)
  const head = { version: about.version, takenAt: now.toISOString(), dataKey: dataKeyMark(keys.dataKey) }
  try {
    const manifest = await database.withSession((db, client) =>
      // Read-only, from one snapshot: anything written meanwhile is in the next backup.
      db.transaction((tx) => writeContent(tx, client, archive, settings, head), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      }),
    )
    await archive.write('manifest', json(manifest))
    return {
      file,
      bytes: await archive.finish(),
      takenAt: head.takenAt,
      rows: rowsOf(manifest),
      documents: manifest.documents.count,
      missing: manifest.missing,
    }
  } catch (error) {
    await archive.discard()
    throw error
  }
}

export const rowsOf = ({ sums }: BackupManifest): number =>
  sums.reduce((all, { rows }) => all + (rows ?? 0), 0)

async function writeContent(
  tx: Tx,
  client: ClientBase,
  archive: Archive,
  settings: Settings,
  head: Omit<BackupHead, 'migrations'>,
): Promise<BackupManifest> {
  const { rows: applied } = await tx.execute<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations order by created_at`,
  )
  const migrations = applied.map(({ hash }) => hash)
  await archive.write('head', json({ ...head, migrations } satisfies BackupHead))
  // Fix the output formats, whatever the server's configuration, so that a restore can read the values.
  await tx.execute(
    sql.raw(`set local datestyle = iso; set local intervalstyle = postgres;
    set local bytea_output = hex; set local extra_float_digits = 1`),
  )

  const all = sumsOfAll()
  const add = async (entry: BackupEntry, content: AsyncIterable<Uint8Array>): Promise<EntrySum> => {
    const sum = sumOf(entry)
    const chunks = content[Symbol.asyncIterator]()
    // Read the first chunk before writing the entry, because a document may have no file.
    let chunk = await chunks.next()
    try {
      await archive.write('entry', json(entry))
      for (; !chunk.done; chunk = await chunks.next()) {
        sum.add(chunk.value)
        await archive.write('bytes', chunk.value)
      }
    } catch (error) {
      // A full disk, say. Drain the statement: the session accepts no other until then.
      while (!(await chunks.next()).done);
      throw error
    }
    const found = sum.end()
    await archive.write('sum', json(found))
    all.add(entry, found)
    return found
  }

  const copied: { rows: ReturnType<typeof copyTo>; written: EntrySum }[] = []
  for (const { name, columns } of await listTables(tx)) {
    const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
    copied.push({ rows, written: await add({ kind: 'table', name, columns }, rows) })
  }
  const sequences = await listSequences(tx)
  // PostgreSQL's own count arrives after the rows, and certainly before the next answer.
  for (const { rows, written } of copied)
    if (written.rows !== rows.rowCount)
      throw new Error(`${written.name} has ${rows.rowCount} rows, and ${written.rows} were written.`)
  const audit = await readHead(tx)
  const checkpoints = await checkpointsUpTo(audit, checkpointFile(settings))
  await add({ kind: 'checkpoints', name: 'audit-checkpoints.jsonl' }, lines(checkpoints))

  const contents = await sealedContents(settings)
  const missing: BackupManifest['missing'] = { count: 0, first: [] }
  for await (const { id, isSealed } of listDocuments(tx)) {
    const name = isSealed ? `${id}.sealed` : id
    try {
      await add({ kind: 'document', name }, contents(id, isSealed ? 'sealed' : 'plain'))
    } catch (error) {
      if (!isMissingFile(error)) throw error
      missing.count += 1
      if (missing.first.length < 20) missing.first.push(id)
    }
  }
  return { ...all.end(), missing, sequences, audit }
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

type Table = { name: string; columns: string[] }

/** Tables in an order in which each follows those it references, without generated columns. */
export async function listTables(tx: Tx): Promise<Table[]> {
  const { rows } = await tx.execute<Table & { needs: string[] }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select format('%I.%I', fn.nspname, f.relname)
        from pg_constraint k join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ${BACKED_UP} order by 1`)
  const ordered: Table[] = []
  let waiting = rows
  while (waiting.length > 0) {
    const ready = waiting.filter(({ needs }) =>
      needs.every((one) => !waiting.some(({ name }) => name === one)),
    )
    if (ready.length === 0) throw new Error(`Tables refer to each other: ${waiting[0]?.name}.`)
    ordered.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return ordered
}

/** Sequences ignore transactions, so read them after the rows: then none is behind a number in a row. */
async function listSequences(tx: Tx): Promise<BackupManifest['sequences']> {
  const { rows } = await tx.execute<{ name: string; last: string }>(sql`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname in ${BACKED_UP} and last_value is not null order by 1`)
  return rows
}

/** Leaves out checkpoints signed after the snapshot: they cover rows that are not in it and would not match. */
async function checkpointsUpTo(audit: SealedUpTo, file: string): Promise<string[]> {
  const { checkpoints } = parseCheckpoints(await readCheckpointFile(file))
  return checkpoints
    .filter(({ seq, rows }) => seq <= audit.seq && rows <= audit.rows)
    .map((checkpoint) => JSON.stringify(checkpoint))
}

async function* lines(texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(`${text}\n`)
}

const PAGE = 1_000

async function* listDocuments(tx: Tx): AsyncGenerator<{ id: string; isSealed: boolean }> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await tx.execute<{ id: string; isSealed: boolean }>(sql`
      select id, sealed_key is not null as "isSealed" from documents
      where erased_at is null and id > ${last}::uuid order by id limit ${PAGE}`)
    yield* rows
    if (rows.length < PAGE) return
    last = rows.at(-1)?.id ?? last
  }
}

/** A new file per backup, named by time, so that the names sort by age. */
export const backupName = (now: Date): string =>
  `desk-${now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}.backup`

const NAMED = /^desk-\d{4}-\d{2}-\d{2}T[\d-]+Z\.backup$/

/** The path of the newest backup. Throws a BackupError if the folder has none. */
export async function newestBackup(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => [])
  const newest = names
    .filter((name) => NAMED.test(name))
    .sort()
    .at(-1)
  if (newest === undefined)
    throw new BackupError(`${folder} has no backup. Make one with npm run backup, or name a file.`)
  return path.join(folder, newest)
}

/** Keeps the newest files with such names, and removes unfinished ones that are more than a day old. */
export async function removeOldBackups(folder: string, keep: number, now: Date): Promise<number> {
  const names = await readdir(/* turbopackIgnore: true */ folder)
  const old = names
    .filter((name) => NAMED.test(name))
    .sort()
    .slice(0, -keep)
  for (const name of names.filter((name) => name.endsWith(UNFINISHED))) {
    const { mtimeMs } = await stat(path.join(folder, name))
    if (now.getTime() - mtimeMs > DAY_MS) old.push(name)
  }
  for (const name of old) await rm(path.join(folder, name), { force: true })
  return old.length
}
