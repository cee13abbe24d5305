import { migrateDatabase } from '@/lib/db/client'
import { env } from '@/lib/env'
import { openOrExit } from './open-or-exit'

/** `npm run db:migrate`: what every start does by itself; for a deployment that wants it done before. */
const database = await openOrExit({ databaseUrl: env().DATABASE_URL, dataDir: env().DATA_DIR })
try {
  const applied = await migrateDatabase(database)
  console.log(applied === 0 ? 'The database is up to date.' : `${applied} migration(s) applied.`)
} finally {
  await database.close()
}
