import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedUnavailableError, type Installation } from './installation.ts'
import { clusterOf } from './paths.ts'
import { handOver, PROCESS_ENV, type RunAs } from './run-as.ts'

/** The role that creates an embedded cluster and owns its tables, and the database that holds everything. */
export const OWNER = 'desk'
export const DATABASE = 'postgres'

const passwordFile = (cluster: string) => join(cluster, 'desk-password')
const UNFINISHED = '.unfinished-'

/**
 * Creates the cluster unless it exists. It is built under a temporary name and renamed once complete and synced to
 * disk, so that an interrupted first start leaves no partial cluster, and one of two concurrent starts wins.
 */
export async function ensureCluster(
  cluster: string,
  { initdb }: Installation,
  runAs: RunAs,
  { durable }: { durable: boolean },
): Promise<void> {
  if (fs.existsSync(cluster)) return
  const unfinished = `${cluster}${UNFINISHED}${randomBytes(6).toString('hex')}`
  const password = `${unfinished}-password`
  try {
    fs.mkdirSync(unfinished, { mode: 0o700 })
    fs.writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
    handOver(unfinished, runAs)
    handOver(password, runAs)
    const [command = '', ...args] = [
      ...runAs.prefix,
      initdb,
      `--pgdata=${unfinished}`,
      `--username=${OWNER}`,
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // PostgreSQL's own locale: an upgrade of the C library cannot change the sort order of indexes.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      '--no-instructions',
      durable ? `--sync-method=${SYNC_METHOD}` : '--no-sync',
    ]
    await promisify(execFile)(command, args, { ...runAs.identity, cwd: '/', env: PROCESS_ENV })
    fs.renameSync(password, passwordFile(unfinished))
    if (durable) syncFolder(unfinished, passwordFile(unfinished))
    fs.renameSync(unfinished, cluster)
    if (durable) syncFolder(dirname(cluster))
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true })
    fs.rmSync(password, { force: true })
    // Another process created it first.
    if (fs.existsSync(cluster)) return
    const told = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new Error(`The database could not be made in ${cluster}. ${told}`, { cause: error })
  }
}

/** On Linux, one system call syncs a thousand small files. */
export const SYNC_METHOD = process.platform === 'linux' ? 'syncfs' : 'fsync'

function syncFolder(...paths: string[]): void {
  for (const path of paths) {
    const descriptor = fs.openSync(path, 'r')
    try {
      fs.fsyncSync(descriptor)
    } finally {
      fs.closeSync(descriptor)
    }
  }
}

/** Removes the remains of interrupted first starts. Call it only while holding the cluster. */
export function removeUnfinished(cluster: string): void {
  const folder = dirname(cluster)
  for (const name of fs.readdirSync(folder)) {
    if (join(folder, name).startsWith(`${cluster}${UNFINISHED}`)) {
      fs.rmSync(join(folder, name), { recursive: true, force: true })
    }
  }
}

export function readPassword(cluster: string): string {
  try {
    return fs.readFileSync(passwordFile(cluster), 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') {
      throw new Error(`The database in ${cluster} belongs to another user. Start the desk as that user.`, {
        cause: error,
      })
    }
    throw new Error(
      `The password of the embedded database, ${passwordFile(cluster)}, could not be read. It belongs to this folder: restore both together.`,
      { cause: error },
    )
  }
}

/** Throws if the cluster has a different major version from the programs. */
export async function requireSameMajor(
  cluster: string,
  { postgres }: Installation,
  runAs: RunAs,
): Promise<void> {
  const made = fs.readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const [command = '', ...args] = [...runAs.prefix, postgres, '--version']
  const { stdout } = await promisify(execFile)(command, args, {
    ...runAs.identity,
    cwd: '/',
    env: PROCESS_ENV,
  })
  const major = /\) (\d+)/.exec(stdout)?.[1]
  if (made !== major) {
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${made}, and PostgreSQL ${major} is installed here. Start the version of the desk that made it, or move its data as docs/upgrade.md says.`,
    )
  }
}

const OLD_NAME = 'database'

export const hasOldKind = (dataDir: string): boolean =>
  !fs.existsSync(clusterOf(dataDir)) && fs.existsSync(join(dataDir, OLD_NAME, 'PG_VERSION'))

/**
 * Earlier versions used another kind of embedded database, which this one cannot read. Starting with an empty database
 * beside it would look as if all data were lost.
 */
export function refuseOldKind(dataDir: string): void {
  if (!hasOldKind(dataDir)) return
  const old = join(dataDir, OLD_NAME)
  throw new EmbeddedUnavailableError(
    `${old} holds a database of the kind that earlier versions of the desk embedded (PGlite). This version runs a real PostgreSQL and cannot open it. ` +
      'To keep working with it, start the version that made it. To begin anew, move that folder and the folders uploads and documents beside it away, or run `npm run db:reset`, which removes them. docs/upgrade.md says more.',
  )
}
