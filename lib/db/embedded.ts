import fs from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { fromPglite } from 'pg-boss'
import type { Database, Db } from './client'
import { DurablePglite, fsyncPath, parsers } from './durable-pglite'
import { lockDataDir } from './embedded-lock'

/**
 * Opens the embedded PostgreSQL in `{dataDir}/database`, making it at the first start. Every commit is on the
 * disk when it returns. Throws `DatabaseLockedError` when the directory is open already.
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const unlock = lockDataDir(dataDir)
  try {
    const directory = join(dataDir, 'database')
    if (!fs.existsSync(directory)) await createCluster(directory)
    const { pglite, close } = await openRestarting(directory)
    const database = databaseOf(pglite)
    const maintenance = setInterval(() => {
      maintainEmbedded(database.db).catch((error) =>
        console.error('Maintenance of the embedded database failed.', error),
      )
    }, maintenanceIntervalMs).unref()
    return {
      ...database,
      close: async () => {
        clearInterval(maintenance)
        await close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The same without a directory, gone when closed. `dump` is what `PGlite.dumpDataDir` gave: a start from there. */
export async function openInMemory(dump?: Blob): Promise<Database> {
  return databaseOf(await PGlite.create({ ...(dump && { loadDataDir: dump }), parsers }))
}

const maintenanceIntervalMs = 60_000
const restartIntervalMs = 1_000

/**
 * A PGlite that is replaced by a new one on the same directory when it has crashed. Until that succeeds, statements
 * reject; a statement that was under way may or may not have been committed, as with any lost connection.
 */
async function openRestarting(directory: string): Promise<{ pglite: PGlite; close(): Promise<void> }> {
  let timer: NodeJS.Timeout | undefined
  let restarting = Promise.resolve()

  const restart = async () => {
    try {
      await current.close()
      current = await DurablePglite.open(directory, onCrash)
    } catch {
      restartSoon()
    }
  }
  const restartSoon = () => {
    timer = setTimeout(() => {
      restarting = restart()
    }, restartIntervalMs).unref()
  }
  const onCrash = (reason: string) => {
    console.error(`The embedded database has crashed and will be restarted: ${reason}`)
    restartSoon()
  }

  let current = await DurablePglite.open(directory, onCrash)
  const pglite = new Proxy<PGlite>(current, {
    get: (_first, property) => {
      const value: unknown = Reflect.get(current, property, current)
      return typeof value === 'function' ? value.bind(current) : value
    },
  })
  return {
    pglite,
    close: async () => {
      await restarting
      clearTimeout(timer)
      await current.close()
    },
  }
}

/** Made under another name and renamed when whole, so that a first start that is cut off leaves no half cluster. */
async function createCluster(directory: string): Promise<void> {
  const unfinished = `${directory}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  await (await DurablePglite.open(unfinished)).close()
  for (const name of fs.readdirSync(unfinished, { recursive: true, encoding: 'utf8' })) {
    fsyncPath(join(unfinished, name))
  }
  fsyncPath(unfinished)
  fs.renameSync(unfinished, directory)
  fsyncPath(join(directory, '..'))
}

/** The common face of an open PGlite. */
export function databaseOf(pglite: PGlite): Database {
  const db: Db = drizzle(pglite)
  return {
    db,
    kind: 'embedded',
    jobsDatabase: jobsDatabaseOf(pglite),
    withSession: (work) => work(db),
    close: () => pglite.close(),
  }
}

/**
 * pg-boss sends `begin; …; commit;` as one text, and its adapter rolls a failed one back as a second step. On a
 * shared connection somebody else's statement would run in between, inside the failed transaction: here such a
 * text keeps the connection until it is settled.
 */
function jobsDatabaseOf(pglite: PGlite): Database['jobsDatabase'] {
  return fromPglite({
    query: (text, params) => pglite.query(text, params),
    exec: (text) =>
      /^\s*begin\b/i.test(text) ? pglite.transaction((tx) => tx.exec(text)) : pglite.exec(text),
    listen: (channel, onPayload) => pglite.listen(channel, onPayload),
  })
}

const walBeforeCheckpointBytes = 32 * 1024 * 1024

/**
 * What a server's background processes do, and an embedded PostgreSQL has none: a checkpoint, without which the
 * write-ahead log and the next start after a crash only grow; vacuum and statistics for tables that changed much.
 */
export async function maintainEmbedded(db: Db): Promise<void> {
  const wal = await db.execute<{ bytes: number }>(
    sql`select (pg_current_wal_insert_lsn() - (pg_control_checkpoint()).redo_lsn)::float8 as bytes`,
  )
  if ((wal.rows[0]?.bytes ?? 0) >= walBeforeCheckpointBytes) await db.execute(sql`checkpoint`)

  // Autovacuum's own measure, with a floor that leaves small tables alone.
  const worn = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where n_dead_tup > 1000 + 0.2 * n_live_tup or n_mod_since_analyze > 1000 + 0.1 * n_live_tup`)
  for (const { name } of worn.rows) await db.execute(sql`vacuum (analyze) ${sql.raw(name)}`)
}
