import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import {
  DATABASE,
  ensureCluster,
  OWNER,
  readPassword,
  refuseOldKind,
  removeUnfinished,
  requireSameMajor,
} from './cluster.ts'
import { findInstallation, type Installation } from './installation.ts'
import { clusterOf } from './paths.ts'
import { admitBeside, admitDesk, DESK_ROLE, deskPassword } from './roles.ts'
import { chooseUser, closeToOthers, handOver, type RunAs } from './run-as.ts'
import { launchServer, readLockFile, type Server } from './server.ts'

/** Another desk uses this folder's embedded database. */
export class DatabaseLockedError extends Error {
  override readonly name = 'DatabaseLockedError'
  /** The process id that the other desk reports; null if it reports none. */
  readonly holderPid: number | null

  constructor(dataDir: string, holderPid: number | null) {
    const holder =
      holderPid === process.pid
        ? `this process (process id ${holderPid})`
        : holderPid === null
          ? 'another process'
          : `process ${holderPid}`
    super(
      `The database in ${dataDir} is already open in ${holder}, and belongs to one desk at a time. ` +
        `Stop that process, or set DATA_DIR to another directory; to run several, set DATABASE_URL to a PostgreSQL.`,
    )
    this.holderPid = holderPid
  }
}

/** Connection options of node-postgres. */
export type ConnectionOptions = {
  host: string
  port: number
  user: string
  password: string
  database: string
}

/** Connections as the desk's role, and as the owner of the tables, who migrates and restores. */
export type ClusterDoors = { desk: ConnectionOptions; owner: ConnectionOptions }

export type RunningCluster = ClusterDoors & { stop(): Promise<void> }

export type ClusterOptions = {
  /** The desk's data folder; the cluster is the folder `postgres` in it. */
  dataDir: string
} & Partial<Tuning>

type Tuning = {
  /** False: commits do not wait for the disk, for tests that do not crash. */
  durable: boolean
  maxConnections: number
  /** Also part of the socket's name. */
  port: number
  /** Whether it also listens on that port of 127.0.0.1, as an external PostgreSQL would. */
  overTcp: boolean
}

/** A desk uses ten connections and its jobs four; the rest is for long work on separate sessions. */
const TUNING: Tuning = { durable: true, maxConnections: 40, port: 5432, overTcp: false }

const LOCK = 7_239_401_117
const NAME_PREFIX = 'payfac-desk '

/** How long a desk that is just shutting down may still hold the database. */
const GRACE_MS = 500
/** A server that answers may have gigabytes to recover, so it gets longer; one that does not answer is stuck. */
const START_MS = 60_000
const RECOVERY_MS = 15 * 60_000
const STALE_LOCK_MS = 2_000
const POLL_MS = 15
/** How long a server may take to stop after it was asked to. */
const END_MS = 5_000
const RESTART_MS = 1_000

/**
 * Starts the cluster in `{dataDir}/postgres`, creating it at the first start, and restarts it whenever it ends by
 * itself, until `stop`. However this process ends, its database ends too. Throws `DatabaseLockedError` while another
 * desk uses it, and `EmbeddedUnavailableError` if it cannot run here.
 */
export async function startCluster({ dataDir, ...given }: ClusterOptions): Promise<RunningCluster> {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  refuseOldKind(dataDir)
  return superviseCluster(clusterOf(dataDir), { ...TUNING, ...given })
}

/**
 * How to connect to this folder's cluster while a desk runs it; that desk keeps control. Throws if none answers.
 */
export async function findRunningCluster(dataDir: string): Promise<ClusterDoors> {
  const cluster = clusterOf(dataDir)
  const doors = fs.existsSync(cluster) ? await doorsOfRunning(cluster) : null
  if (doors) return doors
  throw new Error(
    `No desk keeps a database in ${dataDir} at the moment. Start the desk first, or set DATABASE_URL: then this needs no desk.`,
  )
}

async function doorsOfRunning(cluster: string): Promise<ClusterDoors | null> {
  const installation = findInstallation()
  const house: House = {
    installation,
    runAs: await chooseUser(installation, dirname(cluster)),
    tuning: TUNING,
    cluster,
    socketDir: cluster,
    removeAfterwards: [],
    password: readPassword(cluster),
  }
  for (const startedAt = Date.now(); Date.now() - startedAt < START_MS; await sleep(10 * POLL_MS)) {
    const answer = await knockAtAll(house)
    if (answer === 'nobody') return null
    if (answer === 'not-yet') continue
    await admitBeside(answer, house.password).finally(() => answer.end())
    return doorsOf(house, answer.host)
  }
  return null
}

/** A cluster that is deleted once it has ended: for tests, which share one. */
export async function startThrowAwayCluster(tuning: Partial<Tuning> = {}): Promise<RunningCluster> {
  const cluster = join(tmpdir(), `payfac-desk-throw-away-${randomUUID().slice(0, 8)}`)
  return superviseCluster(cluster, { ...TUNING, durable: false, ...tuning }, { throwAway: true })
}

async function superviseCluster(
  cluster: string,
  tuning: Tuning,
  { throwAway = false } = {},
): Promise<RunningCluster> {
  const installation = findInstallation()
  const runAs = await chooseUser(installation, dirname(cluster))
  await ensureCluster(cluster, installation, runAs, tuning)
  await requireSameMajor(cluster, installation, runAs)
  const socket = socketDirOf(cluster, tuning.port, runAs)
  const house: House = {
    installation,
    runAs,
    tuning,
    cluster,
    socketDir: socket.path,
    removeAfterwards: [...(socket.isTemporary ? [socket.path] : []), ...(throwAway ? [cluster] : [])],
    password: readPassword(cluster),
  }

  let isStopping = false
  let held = await takeHold(house, () => isStopping)
  removeUnfinished(cluster)
  const letGo = async () => {
    await held.holder.end()
    await held.server.stop()
  }
  try {
    await held.holder.use((client) => admitDesk(client, house.password))
  } catch (error) {
    await letGo()
    throw error
  }
  const keepUp = async () => {
    while (!isStopping) {
      await Promise.race([held.server.ended, held.holder.ended])
      if (isStopping) return
      console.error(`The embedded database has stopped and is being restarted. ${held.server.log()}`.trim())
      await held.holder.end()
      held = await takeHoldAgain(house, () => isStopping, held.server)
    }
  }
  const keeping = keepUp().catch((error) => {
    if (!isStopping) console.error('The embedded database is no longer watched.', error)
  })
  return {
    ...doorsOf(house, house.socketDir),
    stop: async () => {
      isStopping = true
      await letGo()
      await keeping
      // It may just have been restarted.
      await letGo()
    },
  }
}

type House = {
  installation: Installation
  runAs: RunAs
  tuning: Tuning
  cluster: string
  socketDir: string
  removeAfterwards: readonly string[]
  password: string
}

/** The server, and the session whose lock makes the desk the cluster's holder. */
type Held = { server: Server; holder: Holder }
type Holder = {
  /** Runs work on that session, and keeps the process alive meanwhile. */
  use(work: (client: Client) => Promise<void>): Promise<void>
  ended: Promise<void>
  end(): Promise<void>
}

const ownerOf = (house: House, socketDir: string): ConnectionOptions => ({
  host: socketDir,
  port: house.tuning.port,
  user: OWNER,
  password: house.password,
  database: DATABASE,
})

const doorsOf = (house: House, socketDir: string): ClusterDoors => {
  const owner = ownerOf(house, socketDir)
  return { owner, desk: { ...owner, user: DESK_ROLE, password: deskPassword(house.password) } }
}

/**
 * Finds out by connecting, never by process id, whether another server runs in the folder. One that answers and is held
 * serves another desk. One that no desk holds has lost its desk and is asked to stop. If none answers, a server is
 * started, and PostgreSQL's own lock decides.
 */
async function takeHold(house: House, isStopping: () => boolean, running?: Server): Promise<Held> {
  let server = running?.hasEnded() ? undefined : running
  let heldSince: number | undefined
  let refusedSince: number | undefined
  let patienceMs = START_MS
  const startedAt = Date.now()
  while (Date.now() - startedAt < patienceMs && !isStopping()) {
    const answer = await knockAtAll(house)
    if (answer === 'not-yet') {
      patienceMs = RECOVERY_MS
    } else if (answer !== 'nobody') {
      // A server that is stopping may answer and be gone a moment later, so try again.
      const holder = await holdOf(answer).catch(() => 'gone' as const)
      if (holder === 'gone') {
        await answer.end().catch(() => {})
      } else if (holder !== null && server && !server.hasEnded()) {
        return { server, holder }
      } else if (holder !== null) {
        // Its desk and its watchdog were both killed.
        await askToEnd(answer)
        // Hold it until it has ended: otherwise a desk that starts now would take over a server that is stopping.
        await Promise.race([holder.ended, sleep(END_MS)])
        await holder.end()
      } else {
        const holderPid = await holderOf(answer).catch(() => null)
        await answer.end().catch(() => {})
        heldSince ??= Date.now()
        if (Date.now() - heldSince > GRACE_MS) {
          await server?.stop()
          throw new DatabaseLockedError(dirname(house.cluster), holderPid)
        }
      }
    } else if (!server) {
      handOver(house.cluster, house.runAs)
      closeToOthers(house.cluster)
      if (house.socketDir !== house.cluster) makeSocketDir(house.socketDir, house.runAs)
      server = launchServer(house.installation, house.runAs, {
        ...house.tuning,
        cluster: house.cluster,
        socketDir: house.socketDir,
        removeAfterwards: house.removeAfterwards,
        ignoreProcessId: refusedSince !== undefined && Date.now() - refusedSince > STALE_LOCK_MS,
      })
    }
    if (server?.hasEnded()) {
      // These messages mean that another server is there or was a moment ago, or that another desk stopped ours as
      // abandoned: the next attempt to connect will show which.
      if (!/lock file|shared memory block|shutdown request/i.test(server.log())) {
        throw new Error(`The embedded database in ${house.cluster} did not start.\n${server.log()}`)
      }
      refusedSince ??= Date.now()
      server = undefined
      // A random pause, so that one of two desks that start at the same moment is first.
      await sleep(10 * POLL_MS * (1 + Math.random()))
    }
    await sleep(POLL_MS)
  }
  const log = server?.log() ?? ''
  await server?.stop()
  throw new Error(`The embedded database in ${house.cluster} did not answer in time.\n${log}`)
}

async function takeHoldAgain(house: House, isStopping: () => boolean, server: Server): Promise<Held> {
  let told = ''
  let running: Server | undefined = server
  for (;;) {
    try {
      return await takeHold(house, isStopping, running)
    } catch (error) {
      running = undefined
      const message = error instanceof Error ? error.message : String(error)
      if (isStopping()) throw error
      if (message !== told) console.error(message)
      told = message
      await sleep(RESTART_MS)
    }
  }
}

type Answer = Client | 'nobody' | 'not-yet'

/** Tries our own socket, and the one that the last server of this folder used. */
async function knockAtAll(house: House): Promise<Answer> {
  const last = readLockFile(house.cluster)?.socketDir
  const doors = new Set([house.socketDir, house.cluster, ...(last ? [last] : [])])
  for (const door of doors) {
    const answer = await knock(house, door)
    if (answer !== 'nobody') return answer
  }
  return 'nobody'
}

async function knock(house: House, socketDir: string): Promise<Answer> {
  const path = socketPathIn(socketDir, house.tuning.port)
  if (Buffer.byteLength(path) > SOCKET_PATH_BYTES || !fs.existsSync(path)) return 'nobody'
  const client = new Client({
    ...ownerOf(house, socketDir),
    application_name: `${NAME_PREFIX}${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    if (await isOfThisFolder(client, house)) return client
    await client.end()
    return 'nobody'
  } catch (error) {
    await client.end().catch(() => {})
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'nobody'
    if (code === '28P01') {
      throw new Error(
        `A database answers at ${path}, and not to the password in ${house.cluster}: stop it, or set DATA_DIR to another directory.`,
      )
    }
    // It is starting or stopping, or was stopped while we asked.
    return 'not-yet'
  }
}

/** A copied folder still names the original's socket, so we ask the server itself which folder it uses. */
async function isOfThisFolder(client: Client, { cluster, runAs }: House): Promise<boolean> {
  const name = `desk-knock-${randomUUID()}`
  const file = join(cluster, name)
  fs.writeFileSync(file, '', { mode: 0o600 })
  try {
    handOver(file, runAs)
    const { rows } = await client.query('select (pg_stat_file($1, true)).size is not null as here', [name])
    return rows[0]?.here === true
  } finally {
    fs.rmSync(file, { force: true })
  }
}

/** Sets whether the process may end while this session is open. The driver supports it; its types do not yet. */
function letEnd(client: Client, may: boolean): void {
  const name = may ? 'unref' : 'ref'
  const change: unknown = Reflect.get(client, name)
  if (typeof change === 'function') change.call(client)
}

/** Null if another desk holds the lock. The server releases it with the session, however the desk ends. */
async function holdOf(client: Client): Promise<Holder | null> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [LOCK])
  if (rows[0]?.held !== true) return null
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  client.once('end', () => resolve())
  client.once('error', () => resolve())
  letEnd(client, true)
  return {
    use: async (work) => {
      letEnd(client, false)
      await work(client).finally(() => letEnd(client, true))
    },
    ended,
    end: async () => {
      letEnd(client, false)
      await client.end().catch(() => {})
      resolve()
    },
  }
}

async function holderOf(client: Client): Promise<number | null> {
  const { rows } = await client.query(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and (l.classid::bigint << 32 | l.objid::bigint) = $1`,
    [LOCK],
  )
  const name: unknown = rows[0]?.name
  return typeof name === 'string' && name.startsWith(NAME_PREFIX)
    ? Number.parseInt(name.slice(NAME_PREFIX.length), 10) || null
    : null
}

/** Has the server itself run the kill, next to its own lock file, because we cannot trust a process id we read. */
async function askToEnd(client: Client): Promise<void> {
  await client.query(`copy (select 1) to program 'kill -INT "$(head -n 1 postmaster.pid)"'`).catch(() => {})
}

/** The longest socket path, without its terminating zero. */
const SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107
const socketPathIn = (folder: string, port: number) => join(folder, `.s.PGSQL.${port}`)

/** The cluster, which only its user can access; if its path is too long, a short folder that is just as private. */
function socketDirOf(cluster: string, port: number, runAs: RunAs): { path: string; isTemporary: boolean } {
  if (Buffer.byteLength(socketPathIn(cluster, port)) <= SOCKET_PATH_BYTES)
    return { path: cluster, isTemporary: false }
  const name = `payfac-${randomUUID().slice(0, 13)}`
  const fits = [tmpdir(), '/tmp'].find(
    (folder) => Buffer.byteLength(socketPathIn(join(folder, name), port)) <= SOCKET_PATH_BYTES,
  )
  if (fits === undefined) throw new Error('There is no folder for temporary files with a short name.')
  const path = join(fits, name)
  makeSocketDir(path, runAs)
  return { path, isTemporary: true }
}

/** Created before each start, because each server's end removes it. Fails if another user took its name in between. */
function makeSocketDir(path: string, runAs: RunAs): void {
  try {
    fs.mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const { uid } = fs.lstatSync(path)
    if (!fs.lstatSync(path).isDirectory() || uid !== (runAs.owner?.uid ?? process.getuid?.())) throw error
  }
  handOver(path, runAs)
}
