import fs from 'node:fs'
import { join, relative } from 'node:path'
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
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
    const pglite = await openCluster(directory)
    return databaseOf(pglite, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** The same without a directory, gone when closed. `options.loadDataDir` takes what `dumpDataDir` gave. */
export async function openInMemory(options: PGliteOptions = {}): Promise<Database> {
  return databaseOf(await PGlite.create({ ...options, parsers }))
}

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

function databaseOf(pglite: PGlite, unlock = () => {}): Database {
  const db: Db = drizzle(pglite)
  return {
    db,
    kind: 'embedded',
    jobsDatabase: fromPglite(pglite),
    withSession: (work) => work(db),
    close: async () => {
      await pglite.close()
      unlock()
    },
  }
}
