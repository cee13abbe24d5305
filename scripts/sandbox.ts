import path from 'node:path'
import { migrateDatabase, openDatabase } from '@/lib/db/client'
import { startCallbackSender } from '@/lib/sandbox/callback-sender'
import { createSandbox } from '@/lib/sandbox/create-sandbox'
import { listen } from '@/lib/sandbox/listen'

/** The simulated partner alone, in its own process and with its own database: `npm run sandbox`. */

const database = await openDatabase({
  dataDir: path.join(process.env.DATA_DIR || './.data', 'sandbox'),
  inMemory: process.env.SANDBOX_MEMORY === '1',
})
await migrateDatabase(database)
const world = { db: database.db, now: () => new Date() }
const server = await listen(
  { host: process.env.HOST || '127.0.0.1', port: Number(process.env.PORT || 3999) },
  (origin) => createSandbox({ ...world, baseUrl: `${origin}/sandbox` }),
)
const sender = startCallbackSender(world)
console.log(`sandbox listening on ${server.origin}/sandbox`)

let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  await Promise.all([server.close(), sender.stop()])
  await database.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// Started by a test run: it ends with it, also when that was killed.
process.on('disconnect', stop)
