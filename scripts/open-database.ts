import { type Database, joinDatabase, migrateDatabase, openDatabase } from '@/lib/db/client'
import { DatabaseLockedError } from '@/lib/db/engine/supervisor'
import type { Env } from '@/lib/env'

type Where = Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>

/** Opens and migrates the configured database: joins a running desk's, or opens it directly if none is running. */
export const openOrJoin = (where: Where): Promise<Database> => openBeside(where, migrateDatabase)

/** The same without migrating, for commands that must not change anything. */
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

/** Shows the database's own message, which contains no values, instead of the failed statement. */
function saidBy(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return error.message.startsWith('Failed query') && error.cause instanceof Error
    ? error.cause.message
    : error.message
}

/** Runs a command; an error is printed in one line and ends the process. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    console.error(saidBy(error))
    process.exit(1)
  }
}
