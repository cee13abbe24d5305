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
  /** Where its socket is. */
  socketDir: string
  /** False where nothing outlives a test: then no commit waits for the disk. */
  durable: boolean
  maxConnections: number
  /** Also a part of the name of the socket. */
  port: number
  /** Whether it listens at that port of 127.0.0.1 besides. */
  overTcp: boolean
  /** Removed when the server has ended, however the desk ended. */
  removeAfterwards: readonly string[]
  /**
   * What a crash leaves in postmaster.pid is a process id, which a stranger may have by now, and PostgreSQL would not
   * start because of it. So it can be told to let that number count for nothing, and goes by its shared memory alone,
   * which no stranger has. The file is left to it.
   */
  ignoreProcessId: boolean
}

/** A PostgreSQL that this process has started. */
export type Server = {
  ended: Promise<void>
  hasEnded(): boolean
  /** The last of what it said. */
  log(): string
  /** Ends it; resolves when it has ended. */
  stop(): Promise<void>
}

/**
 * The shell is starter and reaper. Its standard input is a pipe from the desk that ends with the desk, however that
 * ends; then the server is stopped. TERM is the stop for when that takes too long. Who watches the pipe is killed
 * with KILL: a TERM that meets it before it has set its own trap would be lost, and it would signal a stranger later.
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
    // Out of the terminal's group: Ctrl-C is for the desk, which stops its database last.
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
    // Its last words may still be on their way; sessions that it left behind would keep the pipe open for longer.
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
  // A desk that has nothing else to do may end, and its database with it.
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

/** For one desk on a small machine. Given at each start, so that an upgrade of the desk brings its own. */
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
    // Nobody reads this log but its own recovery.
    wal_level: 'minimal',
    max_wal_senders: '0',
    wal_compression: 'on',
    // A checkpoint writes for minutes, a little at a time, and seldom: commits hardly meet it.
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

    // A statement that fails is the desk's to log, and its text and values may be somebody's.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  }
}

/**
 * Who has the cluster is told by postmaster.pid, which a server writes first; its socket is in a folder of this cluster
 * alone. So this second lock decides nothing, but one that a kill left behind, empty or with the process id of a
 * stranger by now, would refuse every start from then on. Not to be removed while somebody answers at the socket.
 */
const socketLockOf = ({ socketDir, port }: ServerOptions) => join(socketDir, `.s.PGSQL.${port}.lock`)

/**
 * A server that was killed between making postmaster.pid and writing into it has left it empty, and PostgreSQL starts
 * with such a file never again. It is not removed: whoever was only slow, and writes into it now, loses nothing. It
 * gets the process id of the desk, which is then told to count for nothing, so that PostgreSQL goes on as after any
 * crash.
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

/** What a running server has written about itself, or one that was killed; null without one. */
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
