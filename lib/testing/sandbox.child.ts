import { randomBytes } from 'node:crypto'
import { openDatabase } from '@/lib/db/client'
import { serveSandboxAlone } from '@/lib/sandbox/serve-alone'
import { openTestDatabase } from './database'

/**
 * The simulated partner in a process of its own, on a free port and a database that is gone with the run: its own, or
 * the desk's, where one judge reads both.
 */

const databaseUrl = process.env.SANDBOX_DATABASE_URL
const database = databaseUrl ? await openDatabase({ databaseUrl, dataDir: '' }) : await openTestDatabase()

// At once: the database may be stopped in the same moment.
process.on('disconnect', () => process.exit(0))
await serveSandboxAlone(database, { host: '127.0.0.1', port: 0, key: randomBytes(32) })
