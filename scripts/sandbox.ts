import path from 'node:path'
import { migrateDatabase } from '@/lib/db/client'
import { serveSandboxAlone } from '@/lib/sandbox/serve-alone'
import { openOrExit } from './open-or-exit'

/** The simulated partner alone, in its own process and with its own database: `npm run sandbox`. */

const database = await openOrExit({ dataDir: path.join(process.env.DATA_DIR || './.data', 'sandbox') })
await migrateDatabase(database)
await serveSandboxAlone(database, {
  host: process.env.HOST || '127.0.0.1',
  port: Number(process.env.PORT || 3999),
})
