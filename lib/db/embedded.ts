import fs from 'node:fs'
import { join, relative } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { fromPglite } from 'pg-boss'
import type { Database, Db } from './client'
import { lockDataDir } from './embedded-lock'

/**
 * Opens the embedded PostgreSQL in `{dataDir}/database`, making it at the first start. Every commit is on the
 * disk when it returns. Throws `DatabaseLockedError` when the directory is open already.
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const unlock = lockDataDir(dataDir)
  try {
    const directory = join(dataDir, 'database')
    if (!fs.existsSync(directory)) await createCluster(directory)
    const database = databaseOf(await openCluster(directory))
    const maintenance = setInterval(() => {
      maintainEmbedded(database.db).catch((error) =>
        console.error('Maintenance of the embedded database failed.', error),
      )
    }, maintenanceIntervalMs).unref()
    return {
      ...database,
      close: async () => {
        clearInterval(maintenance)
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The same without a directory, gone when closed. `dump` is what `PGlite.dumpDataDir` gave: a start from there. */
export async function openInMemory(dump?: Blob): Promise<Database> {
  return databaseOf(await PGlite.create({ ...(dump && { loadDataDir: dump }), parsers }))
}

const maintenanceIntervalMs = 60_000

/** Values as node-postgres gives them, so that what holds on one driver holds on the other. */
const parsers = {
  [types.INT8]: (text: string) => text,
  [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex'),
}

/** PGlite comes with fsync switched off, and its fdatasync, PostgreSQL's first choice on Linux, does nothing. */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

function openCluster(directory: string): Promise<PGlite> {
  return PGlite.create({ fs: new DurableNodeFS(directory), startParams, parsers })
}

/** Made under another name and renamed when whole, so that a first start that is cut off leaves no half cluster. */
async function createCluster(directory: string): Promise<void> {
  const unfinished = `${directory}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  await (await openCluster(unfinished)).close()
  for (const name of fs.readdirSync(unfinished, { recursive: true, encoding: 'utf8' })) {
    fsyncPath(join(unfinished, name))
  }
  fsyncPath(unfinished)
  fs.renameSync(unfinished, directory)
  fsyncPath(join(directory, '..'))
}

type InitOptions = Parameters<NodeFS['init']>[1]

/** PGlite's file system has no fsync at all: this one has. */
class DurableNodeFS extends NodeFS {
  override async init(pg: PGlite, options: InitOptions) {
    const { emscriptenOpts } = await super.init(pg, options)
    const installFsync = (module: { NODEFS: { stream_ops: object } }) => {
      Object.assign(module.NODEFS.stream_ops, { fsync: (stream: NodeStream) => this.fsync(stream) })
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), installFsync] } }
  }

  /** Answers 0 or a WASI error number: PostgreSQL stops on a failed fsync, as it must. */
  private fsync(stream: NodeStream): number {
    try {
      // Only files have a native descriptor; directories are known by their path inside the module.
      if (stream.nfd === undefined) fsyncPath(join(this.rootDir, relative(PGlite.paths.PGDATA, stream.path)))
      else fs.fsyncSync(stream.nfd)
      return 0
    } catch {
      return wasiIoError
    }
  }
}

type NodeStream = { nfd?: number; path: string }

const wasiIoError = 29

function fsyncPath(path: string): void {
  // Windows cannot open a directory to sync it, and writes such changes through by itself.
  if (process.platform === 'win32' && fs.statSync(path).isDirectory()) return
  const descriptor = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** The common face of an open PGlite. */
export function databaseOf(pglite: PGlite): Database {
  const db: Db = drizzle(pglite)
  return {
    db,
    kind: 'embedded',
    jobsDatabase: jobsDatabaseOf(pglite),
    withSession: (work) => work(db),
    close: () => pglite.close(),
  }
}

/**
 * pg-boss sends `begin; …; commit;` as one text, and its adapter rolls a failed one back as a second step. On a
 * shared connection somebody else's statement would run in between, inside the failed transaction: here such a
 * text keeps the connection until it is settled.
 */
function jobsDatabaseOf(pglite: PGlite): Database['jobsDatabase'] {
  return fromPglite({
    query: (text, params) => pglite.query(text, params),
    exec: (text) =>
      /^\s*begin\b/i.test(text) ? pglite.transaction((tx) => tx.exec(text)) : pglite.exec(text),
    listen: (channel, onPayload) => pglite.listen(channel, onPayload),
  })
}

const walBeforeCheckpointBytes = 32 * 1024 * 1024

/**
 * What a server's background processes do, and an embedded PostgreSQL has none: a checkpoint, without which the
 * write-ahead log and the next start after a crash only grow; vacuum and statistics for tables that changed much.
 */
export async function maintainEmbedded(db: Db): Promise<void> {
  const wal = await db.execute<{ bytes: number }>(
    sql`select (pg_current_wal_insert_lsn() - (pg_control_checkpoint()).redo_lsn)::float8 as bytes`,
  )
  if ((wal.rows[0]?.bytes ?? 0) >= walBeforeCheckpointBytes) await db.execute(sql`checkpoint`)

  // Autovacuum's own measure, with a floor that leaves small tables alone.
  const worn = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where n_dead_tup > 1000 + 0.2 * n_live_tup or n_mod_since_analyze > 1000 + 0.1 * n_live_tup`)
  for (const { name } of worn.rows) await db.execute(sql`vacuum (analyze) ${sql.raw(name)}`)
}
