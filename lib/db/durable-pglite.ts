import fs from 'node:fs'
import { join, relative } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Values as node-postgres gives them, so that what holds on one driver holds on the other. */
export const parsers = {
  [types.INT8]: (text: string) => text,
  [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex'),
}

/**
 * PGlite comes with fsync switched off, and its fdatasync, PostgreSQL's first choice on Linux, does nothing. A new
 * piece of the log is not filled with zeroes first: every 16 MB all that wait would wait 300 ms more.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'wal_init_zero=off',
]

type OnCrash = (reason: string) => void

/**
 * PGlite on a directory, made durable: a commit has returned only when it is on the disk. It also notices when its
 * PostgreSQL has crashed, as it does when the log cannot be written (disk full, I/O error). Entered once more, the
 * dead module would never return and stop the whole process, so from then on every statement is refused here.
 */
export class DurablePglite extends PGlite {
  crash: unknown
  readonly #fs: DurableNodeFS
  readonly #onCrash: OnCrash

  private constructor(fileSystem: DurableNodeFS, onCrash: OnCrash) {
    super({ fs: fileSystem, startParams, parsers })
    this.#fs = fileSystem
    this.#onCrash = onCrash
  }

  /** Opens the cluster in the directory, or makes one; what a crash left is recovered first. */
  static async open(directory: string, onCrash: OnCrash = () => {}): Promise<DurablePglite> {
    const fileSystem = new DurableNodeFS(directory)
    const pglite = new DurablePglite(fileSystem, onCrash)
    try {
      await pglite.waitReady
      return pglite
    } catch (error) {
      await fileSystem.closeFs().catch(() => {})
      throw error
    }
  }

  override async execProtocolStream(...args: Parameters<PGlite['execProtocolStream']>) {
    if (this.crash) throw new Error('The database has crashed and is being restarted.', { cause: this.crash })
    try {
      return await super.execProtocolStream(...args)
    } catch (error) {
      // A refused statement is an ERROR; a PANIC or a trap of the module itself is the end of it.
      const isOrdinary = error instanceof Error && 'severity' in error && error.severity === 'ERROR'
      if (!isOrdinary && !this.crash) {
        this.crash = error
        this.#onCrash(error instanceof Error ? error.message : String(error))
      }
      throw error
    }
  }

  /** Also when crashed: then its files are only let go. */
  override async close(): Promise<void> {
    if (this.crash) await this.#fs.closeFs()
    else await super.close()
  }
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

export function fsyncPath(path: string): void {
  // Windows cannot open a directory to sync it, and writes such changes through by itself.
  if (process.platform === 'win32' && fs.statSync(path).isDirectory()) return
  const descriptor = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
