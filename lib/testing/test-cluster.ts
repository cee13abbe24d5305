import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { migrateDatabase } from '@/lib/db/client'
import { openAsDesk } from '@/lib/db/embedded'
import { type ClusterDoors, type ConnectionOptions, startThrowAwayCluster } from '@/lib/db/engine/supervisor'

/**
 * The one PostgreSQL of a test run: the embedded programs, in a temporary folder, without waiting for the disk. Every
 * test has its own database in it, copied from one that is migrated once.
 */

/** The migrated database with the job tables and nothing else. */
const TEMPLATE = 'desk_template'
/** Tells the processes of a run where its cluster is. */
const VARIABLE = 'PAYFAC_DESK_TEST_CLUSTER'

/** Starts the run's cluster, or finds it running; stops it only if it started it. */
export async function startTestCluster(): Promise<() => Promise<void>> {
  if (process.env[VARIABLE]) return async () => {}
  const { stop, ...doors } = await startThrowAwayCluster({
    maxConnections: 300,
    port: await freePort(),
    overTcp: true,
  })
  await asAdmin(doors.owner, `create database ${TEMPLATE}`)
  const database = openAsDesk(into(doors, TEMPLATE))
  await migrateDatabase(database)
  const boss = new PgBoss({ db: database.jobsDatabase, createSchema: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
  await database.close()
  process.env[VARIABLE] = JSON.stringify(doors)
  return async () => {
    delete process.env[VARIABLE]
    await stop()
  }
}

let ofThisProcess: Promise<unknown> | undefined

/** Outside a run, as in a simulated partner's own process, this one starts its own, which ends with it. */
async function doorsOfCluster(): Promise<ClusterDoors> {
  ofThisProcess ??= startTestCluster()
  await ofThisProcess
  return JSON.parse(process.env[VARIABLE] ?? '')
}

const into = ({ desk, owner }: ClusterDoors, database: string): ClusterDoors => ({
  desk: { ...desk, database },
  owner: { ...owner, database },
})

export type OwnDatabase = ClusterDoors & {
  /** The owner's, as DATABASE_URL has it, over TCP. */
  url: string
  drop(): Promise<void>
}

export async function createOwnDatabase({ migrated }: { migrated: boolean }): Promise<OwnDatabase> {
  const doors = await doorsOfCluster()
  const admin = doors.owner
  const name = `test_${randomBytes(8).toString('hex')}`
  // Its files are copied, where by default each page would be logged: five times as fast when nothing is synced.
  await asAdmin(
    admin,
    `create database ${name} template ${migrated ? TEMPLATE : 'template0'} strategy file_copy`,
  )
  return {
    ...into(doors, name),
    url: `postgresql://${admin.user}:${admin.password}@127.0.0.1:${admin.port}/${name}`,
    drop: () => asAdmin(admin, `drop database if exists ${name} with (force)`),
  }
}

let admins: Pool | undefined

/** By one connection that waits a moment for the next of them: opening one takes as long as half a copy. */
async function asAdmin(connection: ConnectionOptions, statement: string): Promise<void> {
  if (!admins) {
    admins = new Pool({ ...connection, max: 1, idleTimeoutMillis: 2_000, allowExitOnIdle: true })
    // The cluster ended; the next query reports it.
    admins.on('error', () => {})
  }
  await admins.query(statement)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port.')
  return address.port
}
