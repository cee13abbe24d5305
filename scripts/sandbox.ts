import path from 'node:path'
import { migrateDatabase } from '@/lib/db/client'
import { isLoopback } from '@/lib/domain/access/loopback'
import { serveSandboxAlone } from '@/lib/sandbox/serve-alone'
import { loadKeyEncryptionKey, sandboxKeyOf } from '@/lib/server/secrets'
import { openOrExit } from './open-or-exit'

/** `npm run sandbox`: runs only the simulated partner, in its own process with its own database. */

const host = process.env.HOST || '127.0.0.1'
const controlToken = process.env.SANDBOX_CONTROL_TOKEN || ''
if (!isLoopback(host) && controlToken.length < 16) {
  console.error(
    `The sandbox did not start. HOST=${host} can be reached by others, and its controls need a secret: set SANDBOX_CONTROL_TOKEN to 16 characters or more, or leave HOST out.`,
  )
  process.exit(1)
}
const dataDir = path.join(process.env.DATA_DIR || './.data', 'sandbox')
const key = await loadKeyEncryptionKey({
  DATA_DIR: dataDir,
  DATA_KEY: process.env.DATA_KEY || '',
  DATA_KEY_FILE: process.env.DATA_KEY_FILE || '',
})
const database = await openOrExit({ dataDir })
await migrateDatabase(database)
await serveSandboxAlone(database, {
  host,
  port: Number(process.env.PORT || 3999),
  key: sandboxKeyOf(key),
  controlToken,
})
