import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { EmbeddedUnavailableError, type Installation, WAY_OUT } from './installation.ts'
import { clusterOf } from './paths.ts'

/** The user that PostgreSQL's processes have: it refuses root, and a user that the system has no name for. */
export type RunAs = {
  /** Put before each command. */
  prefix: readonly string[]
  /** Given to whoever starts a process. */
  identity: { uid?: number; gid?: number }
  /** To whom the files on the disk must belong; null where it is ourselves anyway. */
  owner: { uid: number; gid: number } | null
}

/** PostgreSQL's processes get nothing of the desk's environment, where keys may be. */
export const PROCESS_ENV: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

const NOBODY_INSIDE = 65_534

/**
 * Root and users without a name hand over to `nobody`: by its user id where every folder above lets it pass, else
 * inside a user namespace, in which the same process only believes to be nobody (a home of mode 0700, say). The first
 * that can reach both the programs and `dataDir` is taken; `EmbeddedUnavailableError` says so when none can.
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

/** Root does not take a cluster away from whoever has made it: it runs as them. */
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

/** A folder that is root's alone stays unreadable to everybody: this one group may pass through it to its own. */
function letPass(dataDir: string, gid: number): void {
  const { mode, uid, gid: group } = fs.statSync(dataDir)
  const others = 0o001
  if (uid !== 0 || (mode & others) !== 0 || (group !== 0 && group !== gid)) return
  fs.chownSync(dataDir, 0, gid)
  fs.chmodSync(dataDir, (mode & 0o7707) | 0o010)
}

/** Gives a cluster, or what it is made from, to the user that runs it. Only root can, and only root needs it. */
export function handOver(path: string, { owner }: RunAs): void {
  if (owner === null) return
  const { uid, gid } = fs.lstatSync(path)
  if (uid === owner.uid && gid === owner.gid) return
  if (fs.lstatSync(path).isDirectory()) {
    for (const name of fs.readdirSync(path, { recursive: true, encoding: 'utf8' })) {
      fs.lchownSync(`${path}/${name}`, owner.uid, owner.gid)
    }
  }
  // Last, so that a hand-over that is cut off is begun again.
  fs.lchownSync(path, owner.uid, owner.gid)
}

/** A folder that was copied or restored is often open to others, and PostgreSQL then refuses it. */
export function closeToOthers(path: string): void {
  if ((fs.statSync(path).mode & 0o077) === 0) return
  try {
    fs.chmodSync(path, 0o700)
  } catch {
    // Not ours: PostgreSQL says so.
  }
}
