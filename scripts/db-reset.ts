import { rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { hasOldKind } from '@/lib/db/engine/cluster'
import { checkpointFile } from '@/lib/server/audit-log/desk-audit'
import { openOrExit } from './open-or-exit'
import { readEnvOrExit } from './read-env'

/** `npm run db:reset`: deletes all data in the database and the files of this configuration. Never with a live partner. */
const settings = readEnvOrExit('production')
const { DATABASE_URL, DATA_DIR, PARTNER } = settings
if (PARTNER === 'live') {
  console.error('Refused: PARTNER=live. What was sent to a real partner must stay on the record.')
  process.exit(1)
}

const isEmbedded = DATABASE_URL === ''
if (!isEmbedded || !hasOldKind(DATA_DIR)) {
  // Opening it fails while a desk uses it.
  const database = await openOrExit({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR })
  if (!isEmbedded) {
    for (const schema of ['public', 'sandbox', 'pgboss', 'drizzle']) {
      await database.db.execute(sql`drop schema if exists ${sql.identifier(schema)} cascade`)
    }
    await database.db.execute(sql`create schema public`)
  }
  await database.close()
}
const folders = ['uploads', 'documents', ...(isEmbedded ? ['postgres', 'database'] : [])]
for (const folder of folders) await rm(path.join(DATA_DIR, folder), { recursive: true, force: true })
// A new audit log could never match the deleted log's checkpoints.
await rm(checkpointFile(settings), { force: true })
console.log('Everything was removed. The next start makes it anew.')
