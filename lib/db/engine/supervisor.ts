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

/** The embedded database of this folder serves another desk. */
export class DatabaseLockedError extends Error {
  override readonly name = 'DatabaseLockedError'
  /** What the holder says its process id is; null when it did not say. */
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

/** How to reach a database, in the words of node-postgres. */
export type ConnectionOptions = {
  host: string
  port: number
  user: string
  password: string
  database: string
}

/** As the desk works in it, and as the owner of the tables, who migrates and restores. */
export type ClusterDoors = { desk: ConnectionOptions; owner: ConnectionOptions }

export type RunningCluster = ClusterDoors & { stop(): Promise<void> }

export type ClusterOptions = {
  /** The folder of the desk's data: the cluster is `postgres` in it. */
  dataDir: string
} & Partial<Tuning>

type Tuning = {
  /** False: nothing waits for the disk, for tests that do not crash. */
  durable: boolean
  maxConnections: number
  /** Also a part of the name of the socket. */
  port: number
  /** Whether it listens at that port of 127.0.0.1 besides, as a PostgreSQL elsewhere would. */
  overTcp: boolean
}

/** A desk has ten connections, its jobs four; the rest is for what long work takes for itself. */
const TUNING: Tuning = { durable: true, maxConnections: 40, port: 5432, overTcp: false }

const LOCK = 7_239_401_117
const NAME_PREFIX = 'payfac-desk '

/** A desk that is just ending still holds the database for so long. */
const GRACE_MS = 500
/** A database that is starting answers, and may have gigabytes to recover; one that is not, and does not, is stuck. */
const START_MS = 60_000
const RECOVERY_MS = 15 * 60_000
const STALE_LOCK_MS = 2_000
const POLL_MS = 15
/** How long a server that was asked to end may take. */
const END_MS = 5_000
const RESTART_MS = 1_000

/**
 * Starts the cluster in `{dataDir}/postgres`, made at the first start, and starts it again whenever it ends by itself,
 * until `stop`. However this process ends, its database ends too. Throws `DatabaseLockedError` while another desk has
 * it, and `EmbeddedUnavailableError` where it cannot run.
 */
export async function startCluster({ dataDir, ...given }: ClusterOptions): Promise<RunningCluster> {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  refuseOldKind(dataDir)
  return superviseCluster(clusterOf(dataDir), { ...TUNING, ...given })
}

/**
 * How to reach the cluster of this folder while a desk keeps it; it stays that desk's. Throws where none answers.
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

/** A cluster that is gone when it has ended: for tests, which share one. */
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

/** The server, and the session by which the desk holds it: who has the session's lock has the cluster. */
type Held = { server: Server; holder: Holder }
type Holder = {
  /** A statement on that session; the process does not end meanwhile. */
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
 * Who else may be in the folder is asked by knocking, never by a process id. One that answers and is held serves
 * another desk; one that nobody holds has lost its desk and is asked to end itself; where nobody answers, a server is
 * started, and PostgreSQL's own lock has the last word.
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
      // One that is being stopped answers and is gone a moment later: whoever is there then is asked again.
      const holder = await holdOf(answer).catch(() => 'gone' as const)
      if (holder === 'gone') {
        await answer.end().catch(() => {})
      } else if (holder !== null && server && !server.hasEnded()) {
        return { server, holder }
      } else if (holder !== null) {
        // Its desk was killed, and so was who should have ended it.
        await askToEnd(answer)
        // Held until it has ended: another desk that starts now would take a server that is going.
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
      // Somebody is there, or was there a moment ago, or took our server for one that nobody holds: then the knocking
      // tells.
      if (!/lock file|shared memory block|shutdown request/i.test(server.log())) {
        throw new Error(`The embedded database in ${house.cluster} did not start.\n${server.log()}`)
      }
      refusedSince ??= Date.now()
      server = undefined
      // Of two that begin at the same moment one is to be first.
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

/** At our own socket, and at the one that the last server of this folder had. */
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
    // It is starting, or stopping, or was stopped under our hands.
    return 'not-yet'
  }
}

/** A copied folder names the socket of the one that it was copied from: only the server itself knows where it lives. */
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

/** Whether the process may end while this session is open. Known to the driver, and not yet to its types. */
function letEnd(client: Client, may: boolean): void {
  const name = may ? 'unref' : 'ref'
  const change: unknown = Reflect.get(client, name)
  if (typeof change === 'function') change.call(client)
}

/** Null when another desk holds it. The server frees it when the session ends, however its desk ends. */
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

/** By a program that the server itself starts, beside its own lock file: no process id is ours to believe. */
async function askToEnd(client: Client): Promise<void> {
  await client.query(`copy (select 1) to program 'kill -INT "$(head -n 1 postmaster.pid)"'`).catch(() => {})
}

/** What fits into a socket's address, with its closing zero. */
const SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107
const socketPathIn = (folder: string, port: number) => join(folder, `.s.PGSQL.${port}`)

/** In the cluster, which is nobody else's; where its path is too long, in a short folder that is as closed. */
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

/** Removed with each server, so made before each; whoever takes its name in between is refused. */
function makeSocketDir(path: string, runAs: RunAs): void {
  try {
    fs.mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const { uid } = fs.lstatSync(path)
    if (!fs.lstatSync(path).isDirectory() || uid !== (runAs.owner?.uid ?? process.getuid?.())) throw error
  }
  handOver(path, runAs)
}
