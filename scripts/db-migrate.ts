import { migrateDatabase } from '@/lib/db/client'
import { openOrExit } from './open-or-exit'
import { readEnvOrExit } from './read-env'

/** `npm run db:migrate`: applies the migrations before the desk starts. Every start would also do it by itself. */
const { DATABASE_URL, DATA_DIR } = readEnvOrExit('production')
const database = await openOrExit({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR })
try {
  const applied = await migrateDatabase(database)
  console.log(applied === 0 ? 'The database is up to date.' : `${applied} migration(s) applied.`)
} finally {
  await database.close()
}
