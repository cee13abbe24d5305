import { type Database, joinDatabase, migrateDatabase, openDatabase } from '@/lib/db/client'
import { DatabaseLockedError } from '@/lib/db/engine/supervisor'
import type { Env } from '@/lib/env'

type Where = Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>

/** The database of these settings, migrated: beside the desk that keeps it where one runs, else by itself. */
export const openOrJoin = (where: Where): Promise<Database> => openBeside(where, migrateDatabase)

/** The same as it is found, for who must change nothing. */
export const openAsItIs = (where: Where): Promise<Database> => openBeside(where)

async function openBeside(
  { DATABASE_URL, DATA_DIR }: Where,
  prepare?: (database: Database) => Promise<unknown>,
): Promise<Database> {
  const options = { databaseUrl: DATABASE_URL, dataDir: DATA_DIR }
  try {
    const database = await openDatabase(options)
    await prepare?.(database)
    return database
  } catch (error) {
    if (!(error instanceof DatabaseLockedError)) throw error
    return joinDatabase(options)
  }
}

/** What a statement was is of no use without what the database said to it, in which no value stands. */
function saidBy(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return error.message.startsWith('Failed query') && error.cause instanceof Error
    ? error.cause.message
    : error.message
}

/** For a command: what goes wrong is said in a line, and ends it. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    console.error(saidBy(error))
    process.exit(1)
  }
}
