import { Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, type ClientBase, type ClientConfig, Pool, type PoolConfig } from 'pg'
import type { Database, Db } from './client'
import type { ConnectionOptions } from './engine/supervisor'

const connectTimeoutMs = 5_000
/**
 * A new connection costs as much as dozens of statements, and people pause longer than the driver's default of ten
 * seconds. Must be shorter than the silence timeout below, which would end an idle connection with an error.
 */
const idleTimeoutMs = 40_000
const statementTimeoutMs = 30_000
/** Longer than the statement timeout, so that the server can report that first. */
const defaultSilenceTimeoutMs = 45_000

/**
 * Connects lazily to a PostgreSQL server, embedded or external. A statement rejects and never hangs if the server
 * refuses, disappears or stays silent for `silenceTimeoutMs` (nothing else reveals a lost route for a quarter of an
 * hour). Jobs and separate sessions wait as long as their work takes.
 */
export function openPostgres(
  address: string | ConnectionOptions,
  {
    silenceTimeoutMs = defaultSilenceTimeoutMs,
    owner,
  }: {
    silenceTimeoutMs?: number
    /** Connects as the owner of the tables, if `address` is for another role. */
    owner?: ConnectionOptions
  } = {},
): Database {
  const shared = {
    ...(typeof address === 'string' ? { connectionString: address } : address),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  }
  const pool = createPool({
    ...shared,
    max: 10,
    idleTimeoutMillis: idleTimeoutMs,
    stream: () => socketWithTimeout(silenceTimeoutMs),
    onConnect: (client) =>
      setUpSession(
        client,
        `set statement_timeout = ${statementTimeoutMs}; set idle_in_transaction_session_timeout = ${statementTimeoutMs}`,
      ),
  })
  // A separate pool, so that jobs and requests cannot starve each other.
  const jobsPool = createPool({ ...shared, max: 4, onConnect: (client) => setUpSession(client) })
  const withSession: Database['withSession'] = (work) => onOwnSession(shared, work)
  return {
    db: drizzle(pool),
    kind: 'postgres',
    deskRole: null,
    jobsDatabase: { executeSql: (text, values) => jobsPool.query(text, values) },
    withSession,
    asOwner: owner ? (work) => onOwnSession({ ...shared, ...owner }, work) : withSession,
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await Promise.all([pool.end(), jobsPool.end()])
    },
  }
}

async function onOwnSession<T>(
  config: ClientConfig,
  work: (db: Db, client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = new Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    await setUpSession(client)
    return await work(drizzle(client), client)
  } finally {
    await client.end()
  }
}

function createPool(config: PoolConfig): Pool {
  const pool = new Pool(config)
  // Without these listeners, a connection that breaks while idle, or between two statements of a transaction, would end
  // the process. The pool drops it by itself, and its user's next statement fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Uses a statement because poolers in front of PostgreSQL reject startup parameters. */
async function setUpSession(client: ClientBase, limits = ''): Promise<void> {
  await client.query(`set time zone 'UTC'; ${limits}`)
}

function socketWithTimeout(silenceTimeoutMs: number): Socket {
  const socket = new Socket()
  socket.setTimeout(silenceTimeoutMs, () => {
    socket.destroy(new Error(`The database has not answered for ${silenceTimeoutMs} ms.`))
  })
  return socket
}
