import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ClientBase } from 'pg'
import type { Db as JobsDatabase } from 'pg-boss'
import {
  buildMissingIndexes,
  isConcurrent,
  listMissingIndexes,
  withoutConcurrently,
} from './concurrent-indexes'
import { grantDesk } from './desk-role'

type Rows<Row> = { rows: Row[] }

/** What is relied on of the driver's answer to a raw statement; for the affected count use `returning`. */
interface RowsResult extends PgQueryResultHKT {
  readonly type: Rows<this['row']>
}

/**
 * The one type that use cases take. Inside `db.transaction(async (tx) => …)` only `tx` may be used: `db` is another
 * connection, which sees nothing of the transaction and may wait for what it has locked.
 */
export type Db = PgDatabase<RowsResult>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
export type DbOrTx = Db | Tx

export type Database = {
  db: Db
  kind: 'embedded' | 'postgres'
  /** For `new PgBoss({ db: jobsDatabase })`: connections apart, so that jobs and requests cannot starve each other. */
  jobsDatabase: JobsDatabase
  /**
   * Runs long work (migrations, exports) on a session of its own, free of the time limits of `db`. `client` is that
   * session too, for what Drizzle has no words for.
   */
  withSession<T>(work: (db: Db, client: ClientBase) => Promise<T>): Promise<T>
  /**
   * The same by the role that owns the tables, for what `db` may not do: to migrate, to restore, to mask old rows of
   * the audit log. With DATABASE_URL the desk has one role, and this is it.
   */
  asOwner<T>(work: (db: Db, client: ClientBase) => Promise<T>): Promise<T>
  /** The role of `db` where it is not the owner of the tables: whoever makes one grants it to this role. */
  deskRole: string | null
  /** Of the pool of `db`; `waiting` are statements that have no connection yet. */
  connections(): { used: number; idle: number; waiting: number }
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** A PostgreSQL address. Empty or absent: the embedded database in `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
}

/**
 * Opens the database. Nothing is loaded or opened before this is called, so importing is harmless at build time.
 * Throws `DatabaseLockedError` when another desk has the embedded database of this folder.
 * A PostgreSQL that is away is not noticed here but by the first statement, which rejects.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) {
    const { openPostgres } = await import('./postgres')
    return openPostgres(options.databaseUrl)
  }
  const { openEmbedded } = await import('./embedded')
  return openEmbedded({ dataDir: options.dataDir })
}

/** The database of a desk that runs, for a process beside it; with `databaseUrl` as `openDatabase`. */
export async function joinDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openDatabase(options)
  const { joinEmbedded } = await import('./embedded')
  return joinEmbedded(options.dataDir)
}

/** From the working directory, since a bundled copy of this file no longer lies beside its migrations. */
const defaultMigrationsDir = () => join(process.cwd(), 'lib/db/migrations')

/** Any number that no other program uses on this database: starters take turns by it. */
const migrationLock = 7_239_401_118

/**
 * Applies the migrations that this database has not had, all or none (but for `concurrent-indexes.ts`), and returns how many. Processes that
 * start together take turns. The table of applied migrations is the one that drizzle-kit keeps.
 */
export async function migrateDatabase(
  database: Database,
  migrationsDir = defaultMigrationsDir(),
): Promise<number> {
  // A role that owns nothing may not even ask for what is there to be made (desk-role.ts).
  return database.asOwner(async (db) => {
    if (await isMigrated(db, migrationsDir).catch(refusedToMigrate)) return 0
    const applied = await migrateAtOnce(db, database.deskRole, migrationsDir)
    await buildMissingIndexes(db, statementsOf(migrationsDir))
    return applied
  })
}

/** All of them in one transaction, tried again while others hold a table. */
async function migrateAtOnce(db: Db, deskRole: string | null, migrationsDir: string): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(async (tx) => {
        const applied = await migrateWithin(tx, migrationsDir)
        if (deskRole) await grantDesk(tx, deskRole)
        return applied
      })
    } catch (error) {
      if (!hasCode(error, LOCK_TIMEOUT)) return refusedToMigrate(error)
      if (tries === MIGRATION_TRIES)
        throw new Error(
          'The tables of the desk could not be changed: another session holds one of them. Nothing was changed. End what runs on this database, such as a long report, and start again.',
          { cause: error },
        )
      await setTimeout(MIGRATION_PAUSE_MS)
    }
  }
}

const statementsOf = (migrationsDir: string): string[] =>
  readMigrationFiles({ migrationsFolder: migrationsDir }).flatMap((migration) => migration.sql)

/**
 * A statement that waits for a table has all who come after it wait too, readers of a running desk among them. So it
 * gives up soon, lets them pass, and comes again.
 */
const MIGRATION_LOCK_MS = 2_000
const MIGRATION_PAUSE_MS = 500
const MIGRATION_TRIES = 20

const LOCK_TIMEOUT = '55P03'
const NO_RIGHT = '42501'

const hasCode = (error: unknown, code: string): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === code) return true
  return false
}

function refusedToMigrate(error: unknown): never {
  if (!hasCode(error, NO_RIGHT)) throw error
  throw new Error(
    'This role of the database may not make or change the tables of the desk. With the DATABASE_URL of their owner, run npm run db:grant -- ROLE, and start again.',
    { cause: error },
  )
}

/** The same as a part of something larger, which is applied with it or not at all. */
export async function migrateWithin(tx: Tx, migrationsDir = defaultMigrationsDir()): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  const pending = await listPendingMigrations(tx, migrationsDir)
  // Behind the turn of the starters, who wait for each other as long as it takes.
  await tx.execute(sql.raw(`set local lock_timeout = ${MIGRATION_LOCK_MS}`))
  const isNew = (await tx.execute(sql`select 1 from drizzle.__drizzle_migrations limit 1`)).rows.length === 0
  for (const migration of pending) {
    for (const statement of migration.sql) {
      if (isNew) await tx.execute(sql.raw(withoutConcurrently(statement)))
      else if (!isConcurrent(statement)) await tx.execute(sql.raw(statement))
    }
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.folderMillis})`,
    )
  }
  await tx.execute(sql`set local lock_timeout = 0`)
  return pending.length
}

/** The hashes of this version's migrations, in their order: what tells its schema from another one. */
export const migrationHashes = (migrationsDir = defaultMigrationsDir()): string[] =>
  readMigrationFiles({ migrationsFolder: migrationsDir }).map(({ hash }) => hash)

/** Whether every migration has been applied, and its indexes built: what `GET /api/health/ready` asks. Rejects when the database is away. */
export async function isMigrated(db: DbOrTx, migrationsDir = defaultMigrationsDir()): Promise<boolean> {
  const known = await db.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  )
  if (known.rows[0]?.name == null || (await listPendingMigrations(db, migrationsDir)).length > 0) return false
  return (await listMissingIndexes(db, statementsOf(migrationsDir))).length === 0
}

async function listPendingMigrations(db: DbOrTx, migrationsDir: string) {
  const applied = await db.execute<{ created_at: string }>(
    sql`select created_at::text as created_at from drizzle.__drizzle_migrations`,
  )
  const appliedMillis = new Set(applied.rows.map((row) => Number(row.created_at)))
  return readMigrationFiles({ migrationsFolder: migrationsDir }).filter(
    (migration) => !appliedMillis.has(migration.folderMillis),
  )
}

/** The name of the violated unique constraint or index, or null when the error is another one. */
export function uniqueViolation(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '23505') {
      return 'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : ''
    }
  }
  return null
}
