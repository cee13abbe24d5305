import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SYNC_METHOD } from './cluster.ts'
import type { Installation } from './installation.ts'
import { PROCESS_ENV, type RunAs } from './run-as.ts'

type ServerOptions = {
  cluster: string
  /** The folder of its socket. */
  socketDir: string
  /** False for tests whose data is thrown away: then commits do not wait for the disk. */
  durable: boolean
  maxConnections: number
  /** Also part of the socket's name. */
  port: number
  /** Whether it also listens on that port of 127.0.0.1. */
  overTcp: boolean
  /** Paths to remove once the server has ended, however the desk ended. */
  removeAfterwards: readonly string[]
  /**
   * After a crash, the process id in postmaster.pid may belong to an unrelated process by now, and PostgreSQL would
   * refuse to start. With this option it ignores that id and relies only on its shared memory, which no other process
   * can have. We leave the file to PostgreSQL.
   */
  ignoreProcessId: boolean
}

/** A PostgreSQL server that this process started. */
export type Server = {
  ended: Promise<void>
  hasEnded(): boolean
  /** The end of its output. */
  log(): string
  /** Stops the server; resolves once it has ended. */
  stop(): Promise<void>
}

/**
 * The shell starts and reaps the server. Its standard input is a pipe from the desk: when the desk ends, however that
 * happens, the pipe closes and the shell stops the server. TERM is the fallback if that takes too long. The process
 * that watches the pipe is ended with KILL: a TERM before it has set its trap would be lost, and it could later signal
 * an unrelated process.
 */
const WATCHDOG = `
remove=$1
remove_too=$2
shift 2
exec 3<&0 </dev/null
trap '' INT HUP
"$@" 3<&- &
server=$!
trap 'again=1; kill -QUIT "$server"' TERM
{ trap - TERM; read -r _ <&3; kill -INT "$server"; } 2>/dev/null &
watcher=$!
exec 3<&-
again=1
while [ -n "$again" ]; do
  again=
  wait "$server"
  code=$?
done
kill -KILL "$watcher" 2>/dev/null
[ -z "$remove" ] || rm -rf "$remove"
[ -z "$remove_too" ] || rm -rf "$remove_too"
exit "$code"
`

const GENTLE_STOP_MS = 6_000
const LAST_WORDS_MS = 100
const LOG_LENGTH = 8_000

export function launchServer({ postgres }: Installation, runAs: RunAs, options: ServerOptions): Server {
  fs.rmSync(socketLockOf(options), { force: true })
  if (options.ignoreProcessId) fillLockFile(options.cluster)
  const [command = '', ...args] = [
    ...runAs.prefix,
    '/bin/sh',
    '-c',
    WATCHDOG,
    'payfac-desk-database',
    options.removeAfterwards[0] ?? '',
    options.removeAfterwards[1] ?? '',
    postgres,
    '-D',
    options.cluster,
    ...Object.entries(settingsOf(options)).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const child = spawn(/* turbopackIgnore: true */ command, args, {
    ...runAs.identity,
    cwd: '/',
    env: {
      ...PROCESS_ENV,
      ...(options.ignoreProcessId && { PG_GRANDPARENT_PID: readLockFile(options.cluster)?.pid }),
    },
    stdio: ['pipe', 'ignore', 'pipe'],
    // Its own process group, so that Ctrl-C reaches only the desk, which stops its database last.
    detached: true,
  })
  let text = ''
  let hasEnded = false
  child.stdin.on('error', () => {})
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-LOG_LENGTH)
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  const ended = once(child, 'exit').then(
    // Wait briefly for its last output; sessions that outlive it would keep the pipe open much longer.
    async () => {
      await Promise.race([closed, sleep(LAST_WORDS_MS)])
    },
    (error) => {
      text += String(error)
    },
  )
  void ended.then(() => {
    hasEnded = true
    child.stdin.destroy()
  })
  // The server does not keep an otherwise idle desk alive; it ends together with the desk.
  child.unref()
  for (const stream of [child.stdin, child.stderr]) {
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref()
  }
  return {
    ended,
    hasEnded: () => hasEnded,
    log: () => text.trim(),
    stop: async () => {
      child.ref()
      child.stdin.end()
      const impatience = setTimeout(() => child.kill('SIGTERM'), GENTLE_STOP_MS)
      await ended
      clearTimeout(impatience)
    },
  }
}

/** Settings for one desk on a small machine. Passed at every start, so that an upgrade can change them. */
function settingsOf({
  durable,
  socketDir,
  maxConnections,
  port,
  overTcp,
}: ServerOptions): Record<string, string> {
  return {
    listen_addresses: overTcp ? '127.0.0.1' : '',
    port: String(port),
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: String(maxConnections),
    cluster_name: 'payfac-desk',
    timezone: 'UTC',

    ...(durable
      ? { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
    recovery_init_sync_method: SYNC_METHOD,
    // Only crash recovery reads the WAL: there are no replicas.
    wal_level: 'minimal',
    max_wal_senders: '0',
    wal_compression: 'on',
    // Rare checkpoints, spread over minutes, hardly slow commits down.
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    max_wal_size: '1GB',
    min_wal_size: '128MB',
    ...(process.platform === 'linux' && { checkpoint_flush_after: '64kB' }),

    shared_buffers: '96MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    io_method: 'sync',
    max_parallel_workers_per_gather: '0',
    max_worker_processes: '4',
    jit: 'off',

    // The desk logs failed statements itself; their text and values may contain personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  }
}

/**
 * postmaster.pid, which a server writes first, decides who has the cluster, and the socket's folder belongs to this
 * cluster alone. So this second lock decides nothing; but a stale one after a kill, empty or with the id of an unrelated
 * process, would block every later start. Do not remove it while a server answers at the socket.
 */
const socketLockOf = ({ socketDir, port }: ServerOptions) => join(socketDir, `.s.PGSQL.${port}.lock`)

/**
 * A server that was killed between creating postmaster.pid and writing it leaves an empty file, and PostgreSQL never
 * starts with one. We do not remove it, in case another server is only slow and still about to write it. Instead we
 * write the desk's process id and tell PostgreSQL to ignore that id, so that it starts as after any crash.
 */
function fillLockFile(cluster: string): void {
  const lock = readLockFile(cluster)
  if (lock === null || Number(lock.pid) > 0) return
  const file = fs.openSync(join(cluster, 'postmaster.pid'), 'r+')
  try {
    fs.writeSync(file, `${process.pid}\n`, 0)
  } finally {
    fs.closeSync(file)
  }
}

/** What a running or killed server wrote about itself; null if there is no file. */
export function readLockFile(cluster: string): { pid: string; socketDir: string } | null {
  try {
    const [pid = '', , , , socketDir = ''] = fs
      .readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
      .split('\n')
    return { pid, socketDir }
  } catch {
    return null
  }
}
