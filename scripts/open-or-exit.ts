import { type Database, type DatabaseOptions, openDatabase } from '@/lib/db/client'

/** For commands: if the database cannot be opened, prints why and ends the process. */
export async function openOrExit(options: DatabaseOptions): Promise<Database> {
  try {
    return await openDatabase(options)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
