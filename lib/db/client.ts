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

/** The part of the driver's result for raw statements that callers may use. To count affected rows, use `returning`. */
interface RowsResult extends PgQueryResultHKT {
  readonly type: Rows<this['row']>
}

/**
 * The database type for use cases. Inside `db.transaction(async (tx) => …)` use only `tx`: `db` is another connection,
 * which does not see the transaction's changes and may wait for its locks.
 */
export type Db = PgDatabase<RowsResult>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
export type DbOrTx = Db | Tx

export type Database = {
  db: Db
  kind: 'embedded' | 'postgres'
  /** For `new PgBoss({ db: jobsDatabase })`: its own connections, so that jobs and requests cannot starve each other. */
  jobsDatabase: JobsDatabase
  /**
   * Runs long work (migrations, exports) on its own session, without the time limits of `db`. `client` is the same
   * session, for statements that Drizzle cannot express.
   */
  withSession<T>(work: (db: Db, client: ClientBase) => Promise<T>): Promise<T>
  /**
   * The same as the role that owns the tables, for what `db` may not do: migrate, restore, mask old rows of the audit
   * log. With DATABASE_URL the desk has only one role, which is also the owner.
   */
  asOwner<T>(work: (db: Db, client: ClientBase) => Promise<T>): Promise<T>
  /** The role of `db` if it does not own the tables; code that creates a table must grant it to this role. */
  deskRole: string | null
  /** The pool of `db`. `waiting`: statements that do not have a connection yet. */
  connections(): { used: number; idle: number; waiting: number }
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** A PostgreSQL URL. If empty or missing, the embedded database in `dataDir` is used. */
  databaseUrl?: string | undefined
  dataDir: string
}

/**
 * Opens the database. Nothing is loaded before this call, so importing the file is harmless at build time.
 * Throws `DatabaseLockedError` if another desk uses this folder's embedded database.
 * An unreachable PostgreSQL server shows only at the first statement, which rejects.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) {
    const { openPostgres } = await import('./postgres')
    return openPostgres(options.databaseUrl)
  }
  const { openEmbedded } = await import('./embedded')
  return openEmbedded({ dataDir: options.dataDir })
}

/** Opens the database of a running desk from a second process. With `databaseUrl`, the same as `openDatabase`. */
export async function joinDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openDatabase(options)
  const { joinEmbedded } = await import('./embedded')
  return joinEmbedded(options.dataDir)
}

/** Relative to the working directory, because a bundled copy of this file is not next to the migrations. */
const defaultMigrationsDir = () => join(process.cwd(), 'lib/db/migrations')

/** An arbitrary lock number that nothing else uses here: processes that start together take turns with it. */
const migrationLock = 7_239_401_118

/**
 * Applies the pending migrations, all or none (except those in `concurrent-indexes.ts`), and returns how many. Processes
 * that start together take turns. Applied migrations are recorded in drizzle-kit's table.
 */
export async function migrateDatabase(
  database: Database,
  migrationsDir = defaultMigrationsDir(),
): Promise<number> {
  // As the owner: the desk's role may not even run "create … if not exists" (desk-role.ts).
  return database.asOwner(async (db) => {
    if (await isMigrated(db, migrationsDir).catch(refusedToMigrate)) return 0
    const applied = await migrateAtOnce(db, database.deskRole, migrationsDir)
    await buildMissingIndexes(db, statementsOf(migrationsDir))
    return applied
  })
}

/** Applies all in one transaction, and retries while others hold a table lock. */
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
 * A statement that waits for a table lock makes all later statements wait too, including reads of a running desk. So a
 * migration gives up quickly, lets them pass, and retries.
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

/** The same inside a larger transaction, which commits or rolls back as a whole. */
export async function migrateWithin(tx: Tx, migrationsDir = defaultMigrationsDir()): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  const pending = await listPendingMigrations(tx, migrationsDir)
  // Set only after the advisory lock: processes wait for their turn without a time limit.
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

/** The hashes of this version's migrations, in order. They identify its schema. */
export const migrationHashes = (migrationsDir = defaultMigrationsDir()): string[] =>
  readMigrationFiles({ migrationsFolder: migrationsDir }).map(({ hash }) => hash)

/** Whether all migrations are applied and their indexes built, for `GET /api/health/ready`. Rejects if the database is down. */
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

/** The name of the violated unique constraint or index, or null for any other error. */
export function uniqueViolation(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '23505') {
      return 'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : ''
    }
  }
  return null
}
