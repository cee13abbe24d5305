import path from 'node:path'
import { migrateDatabase, openDatabase } from '@/lib/db/client'
import { createSandbox } from '@/lib/sandbox/create-sandbox'
import { listen } from '@/lib/sandbox/listen'

/** The simulated partner alone, in its own process and with its own database: `npm run sandbox`. */

const database = await openDatabase({
  dataDir: path.join(process.env.DATA_DIR || './.data', 'sandbox'),
  inMemory: process.env.SANDBOX_MEMORY === '1',
})
await migrateDatabase(database)
const server = await listen(
  { host: process.env.HOST || '127.0.0.1', port: Number(process.env.PORT || 3999) },
  (origin) => createSandbox({ db: database.db, baseUrl: `${origin}/sandbox`, now: () => new Date() }),
)
console.log(`sandbox listening on ${server.origin}/sandbox`)

let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  await server.close()
  await database.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// Started by a test run: it ends with it, also when that was killed.
process.on('disconnect', stop)
