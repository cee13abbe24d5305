import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chownSync, constants, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe } from 'vitest'

export type PostgresCluster = {
  /** Makes a fresh, empty database and gives its address. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

/**
 * A suite that needs a real PostgreSQL: the server named by TEST_DATABASE_URL, else a throw-away cluster from
 * binaries on this machine, one per suite. Without either the suite is skipped, and says so.
 */
export function withPostgres(title: string, suite: (createDatabase: () => Promise<string>) => void): void {
  if (!process.env.TEST_DATABASE_URL && !findBinaries()) {
    console.warn(`SKIPPED, no PostgreSQL: ${title}. Install PostgreSQL, or set TEST_DATABASE_URL.`)
    describe.skip(`${title} (no PostgreSQL here)`, () => suite(() => Promise.reject(new Error('skipped'))))
    return
  }
  describe(title, () => {
    let cluster: PostgresCluster | undefined
    beforeAll(async () => {
      cluster = await startPostgres()
    })
    afterAll(() => cluster?.stop())
    suite(async () => {
      if (!cluster) throw new Error('A database can be made only inside a test or a hook.')
      return cluster.createDatabase()
    })
  })
}

/** Starts or reaches the server. Throws when there is neither TEST_DATABASE_URL nor a PostgreSQL on this machine. */
export async function startPostgres(): Promise<PostgresCluster> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return clusterAt(given, async () => {})
  const binaries = findBinaries()
  if (!binaries) throw new Error('No PostgreSQL on this machine, and TEST_DATABASE_URL is not set.')
  const port = await freePort()
  const server = startThrowAway(binaries, port)
  const adminUrl = `postgresql://postgres@127.0.0.1:${port}/postgres`
  await untilReady(adminUrl, server)
  return clusterAt(adminUrl, server.stop)
}

function clusterAt(adminUrl: string, stopServer: () => Promise<void>): PostgresCluster {
  const made: string[] = []
  const asAdmin = async (statement: string) => {
    const client = new Client({ connectionString: adminUrl })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  return {
    createDatabase: async () => {
      const name = `payfac_desk_test_${process.pid}_${Date.now().toString(36)}_${made.length}`
      await asAdmin(`create database ${name}`)
      made.push(name)
      const url = new URL(adminUrl)
      url.pathname = `/${name}`
      return url.href
    },
    stop: async () => {
      for (const name of made) await asAdmin(`drop database if exists ${name} with (force)`)
      await stopServer()
    },
  }
}

/** The directory of the newest `initdb` and `postgres` here, or null. */
function findBinaries(): string | null {
  const versions = '/usr/lib/postgresql'
  const packaged = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  const directories = [...packaged, ...(process.env.PATH ?? '').split(delimiter)]
  return (
    directories.find(
      (directory) => isExecutable(directory, 'initdb') && isExecutable(directory, 'postgres'),
    ) ?? null
  )
}

function isExecutable(directory: string, name: string): boolean {
  try {
    accessSync(join(directory, name), constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The shell is both starter and reaper: its standard input is a pipe from this process, and ends with it, however
 * it ends. Then the server is stopped and its directory removed. Durability is off: nothing here outlives a test.
 */
const script = `
"$1/initdb" -D "$2/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >"$2/log" 2>&1 && {
  "$1/postgres" -D "$2/data" -p "$3" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \\
    -c fsync=off -c synchronous_commit=off -c full_page_writes=off >>"$2/log" 2>&1 &
  server=$!
  exec 3<&0
  { cat <&3 >/dev/null; kill -QUIT "$server"; } 2>/dev/null &
  wait "$server"
}
cat "$2/log" >&2
rm -rf "$2"
`

type ThrowAway = { hasEnded: () => boolean; log: () => string; stop: () => Promise<void> }

function startThrowAway(binaries: string, port: number): ThrowAway {
  const directory = mkdtempSync(join(tmpdir(), 'payfac-desk-postgres-'))
  const user = unprivilegedUser()
  if (user) chownSync(directory, user.uid, user.gid)
  const child = spawn('sh', ['-c', script, 'sh', binaries, directory, String(port)], {
    cwd: directory,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
    // Out of the terminal's group, so that Ctrl-C leaves it to clean up.
    detached: true,
    ...(user ?? {}),
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const ended = once(child, 'close')
  return {
    hasEnded: () => child.exitCode !== null,
    log: () => log,
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}

/** PostgreSQL refuses to run as root: then it runs as `postgres`, or as `nobody`. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such user: the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.')
}

async function untilReady(url: string, server: ThrowAway): Promise<void> {
  const deadline = Date.now() + 45_000
  for (;;) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (server.hasEnded() || Date.now() > deadline) {
        await server.stop()
        throw new Error(`PostgreSQL did not start:\n${server.log()}`, { cause: error })
      }
      await sleep(50)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port.')
  return address.port
}
