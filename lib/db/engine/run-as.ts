import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { EmbeddedUnavailableError, type Installation, WAY_OUT } from './installation.ts'
import { clusterOf } from './paths.ts'

/** The user for PostgreSQL's processes: PostgreSQL refuses to run as root or as a user without a name. */
export type RunAs = {
  /** Put before each command. */
  prefix: readonly string[]
  /** Options for starting a process. */
  identity: { uid?: number; gid?: number }
  /** The required owner of the files on disk; null if that is our own user. */
  owner: { uid: number; gid: number } | null
}

/** PostgreSQL's processes do not inherit the desk's environment, which may contain keys. */
export const PROCESS_ENV: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

const NOBODY_INSIDE = 65_534

/**
 * Root and users without a name switch to `no one`: to its user id if all parent folders let it pass, or else inside a
 * user namespace, where our own user only appears as nobody (for a home folder with mode 0700, say). Takes the first
 * that can reach both the programs and `dataDir`; throws `EmbeddedUnavailableError` if none can.
 */
export async function chooseUser(
  { postgres }: Installation,
  dataDir: string,
  candidates = candidatesHere(dataDir),
): Promise<RunAs> {
  const reasons: string[] = []
  for (const { title, runAs } of candidates) {
    try {
      const candidate = runAs()
      const [command = '', ...args] = [...candidate.prefix, '/bin/sh', '-c', REACHES, 'sh', dataDir, postgres]
      await promisify(execFile)(command, args, { ...candidate.identity, cwd: '/', env: PROCESS_ENV })
      return candidate
    } catch (error) {
      const told = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
      reasons.push(`${title}: ${told || (error instanceof Error ? error.message : error)}`)
    }
  }
  throw new EmbeddedUnavailableError(
    `The embedded database cannot run here.${isRoot() ? ' PostgreSQL refuses to run as root, and no other user can reach its folders.' : ''}\n${reasons
      .map((reason) => `  - ${reason}`)
      .join(
        '\n',
      )}\nRun the desk as an ordinary user, or set DATA_DIR to a folder that others may pass through. ${WAY_OUT}`,
  )
}

const REACHES = 'cd "$1" && exec "$2" --version'

type Candidate = { title: string; runAs: () => RunAs }

export const isRoot = () => process.getuid?.() === 0

function candidatesHere(dataDir: string): Candidate[] {
  if (isRoot()) return [...asOwnerOf(clusterOf(dataDir)), asNobody(dataDir), inUserNamespace]
  return hasName() ? [asOurselves] : [inUserNamespace]
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

export const asOurselves: Candidate = {
  title: 'as this user',
  runAs: () => ({ prefix: [], identity: {}, owner: null }),
}

/** Root does not take over a cluster that another user created: it runs PostgreSQL as that user. */
function asOwnerOf(cluster: string): Candidate[] {
  if (!fs.existsSync(cluster)) return []
  const { uid, gid } = fs.statSync(cluster)
  const owner = { uid, gid }
  return uid === 0 ? [] : [{ title: 'as its owner', runAs: () => ({ prefix: [], identity: owner, owner }) }]
}

export const asNobody = (dataDir: string): Candidate => ({
  title: 'as no one',
  runAs: () => {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { stdio: 'pipe' }))
    const nobody = { uid: id('-u'), gid: id('-g') }
    letPass(dataDir, nobody.gid)
    return { prefix: [], identity: nobody, owner: nobody }
  },
})

export const inUserNamespace: Candidate = {
  title: 'in a user namespace',
  runAs: () => ({
    prefix: ['unshare', '--user', `--map-user=${NOBODY_INSIDE}`, `--map-group=${NOBODY_INSIDE}`],
    identity: {},
    owner: isRoot() ? { uid: 0, gid: 0 } : null,
  }),
}

/** Lets one group pass through a folder that only root can read, to reach its own folder inside. */
function letPass(dataDir: string, gid: number): void {
  const { mode, uid, gid: group } = fs.statSync(dataDir)
  const others = 0o001
  if (uid !== 0 || (mode & others) !== 0 || (group !== 0 && group !== gid)) return
  fs.chownSync(dataDir, 0, gid)
  fs.chmodSync(dataDir, (mode & 0o7707) | 0o010)
}

/** Changes the owner of a cluster, or of files that it is created from, to the user that runs it. Only root needs this. */
export function handOver(path: string, { owner }: RunAs): void {
  if (owner === null) return
  const { uid, gid } = fs.lstatSync(path)
  if (uid === owner.uid && gid === owner.gid) return
  if (fs.lstatSync(path).isDirectory()) {
    for (const name of fs.readdirSync(path, { recursive: true, encoding: 'utf8' })) {
      fs.lchownSync(`${path}/${name}`, owner.uid, owner.gid)
    }
  }
  // The folder itself comes last, so that an interrupted change is started again.
  fs.lchownSync(path, owner.uid, owner.gid)
}

/** Copied or restored folders are often accessible to others, and PostgreSQL refuses such folders. */
export function closeToOthers(path: string): void {
  if ((fs.statSync(path).mode & 0o077) === 0) return
  try {
    fs.chmodSync(path, 0o700)
  } catch {
    // We do not own the folder, and PostgreSQL will report it.
  }
}
