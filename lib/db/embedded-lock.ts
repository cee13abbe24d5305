import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The embedded data is open elsewhere: two processes on one directory would silently lose rows. */
export class DatabaseLockedError extends Error {
  override readonly name = 'DatabaseLockedError'
  /** Process id of the holder; null when it could not be read. */
  readonly holderPid: number | null

  constructor(dataDir: string, holderPid: number | null) {
    const holder =
      holderPid === process.pid
        ? `this process (process id ${holderPid})`
        : holderPid === null
          ? 'another process'
          : `process ${holderPid}`
    super(
      `The database in ${dataDir} is already open in ${holder}, and only one process may use it at a time. ` +
        `Stop that process, or set DATA_DIR to another directory; to run several, set DATABASE_URL to a PostgreSQL.`,
    )
    this.holderPid = holderPid
  }
}

/** How long a start waits for a process that is just ending, and for a holder that has not yet written its id. */
const graceMs = 100

/**
 * Takes the lock on a data directory until the returned function is called or the process ends, however it
 * ends: what holds it is SQLite's exclusive lock on an empty file, a kernel file lock on every platform, with no
 * native package to install. The files lie beside the data, not in it, and stay when the lock is free.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const pidFile = join(dataDir, 'database.lock.pid')
  const lock = new DatabaseSync(join(dataDir, 'database.lock'), { timeout: graceMs })
  try {
    lock.exec('begin exclusive')
    // The id has a file of its own: closing another descriptor of the lock file would drop the lock on POSIX.
    writeFileSync(pidFile, `${process.pid}\n`)
  } catch (error) {
    lock.close()
    throw isBusy(error) ? new DatabaseLockedError(dataDir, readPid(pidFile)) : error
  }
  return () => lock.close()
}

const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

function readPid(pidFile: string): number | null {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || null
  } catch {
    return null
  }
}
