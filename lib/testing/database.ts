import type { Database } from '@/lib/db/client'
import { openAsDesk } from '@/lib/db/embedded'
import { createOwnDatabase } from './test-cluster'

/** A database of its own for one test, with every migration applied and nothing else in it; gone when closed. */
export async function openTestDatabase(): Promise<Database> {
  const own = await createOwnDatabase({ migrated: true })
  const database = openAsDesk(own)
  return {
    ...database,
    close: async () => {
      await database.close()
      await own.drop()
    },
  }
}
