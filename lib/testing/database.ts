import type { Database } from '@/lib/db/client'
import { openPostgres } from '@/lib/db/postgres'
import { createOwnDatabase } from './test-cluster'

/** A database of its own for one test, with every migration applied and nothing else in it; gone when closed. */
export async function openTestDatabase(): Promise<Database> {
  const own = await createOwnDatabase({ migrated: true })
  const database = openPostgres(own.connection)
  return {
    ...database,
    kind: 'embedded',
    close: async () => {
      await database.close()
      await own.drop()
    },
  }
}
