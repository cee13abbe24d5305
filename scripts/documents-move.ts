import path from 'node:path'
import { moveDocuments } from '@/lib/server/documents/move'
import { documentsFolder, objectStorageOf } from '@/lib/server/documents/open-store'
import { loadSealer } from '@/lib/server/sealing/data-keys'
import { loadSecrets } from '@/lib/server/secrets'
import { runCommand } from './open-database'
import { openOrExit } from './open-or-exit'
import { readEnv } from './read-env'

/** `npm run documents:move`: moves documents from disk to the S3_* bucket while no desk is running. */

await runCommand(async () => {
  const env = readEnv('production')
  if (!env.S3_BUCKET) throw new Error('Set S3_* first: they say where the documents are to go.')
  const storage = await objectStorageOf(env)
  await storage.requireUsable()
  const database = await openOrExit({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  try {
    const sealer = await loadSealer(database.db, (await loadSecrets(env)).keyEncryptionKey)
    const folder = documentsFolder(env)
    const places = { folder, uploads: path.join(env.DATA_DIR, 'uploads') }
    const { copied, wasThere, unreadable } = await moveDocuments(database.db, sealer, storage, places)
    console.log(
      `${copied} documents copied, ${wasThere} were there already. Each was read back and has its hash.`,
    )
    console.log(`The files are in ${folder}.moved: remove them when a backup has the documents.`)
    if (unreadable.length === 0) return
    console.error(
      `${unreadable.length} were missing or damaged on the disk: ${unreadable.slice(0, 20).join(', ')}`,
    )
    process.exitCode = 1
  } finally {
    await database.close()
  }
})
