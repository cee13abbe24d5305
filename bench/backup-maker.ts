import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { to as copyTo } from 'pg-copy-streams'
import { openDatabase } from '@/lib/db/client'
import { parseEnv } from '@/lib/env'
import { makeBackup } from '@/lib/server/backup/make'
import { timed } from './measure'

/**
 * A process with the desk of this folder open, which tells for each message how long it took, and how long it had a
 * core for it, in milliseconds:
 * `backup FILE` makes a backup, `copy FILE` writes the table of events and each document into that file, and neither
 * seals nor hashes anything.
 */
const [folder = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir: folder })
const keys = { backupKey: randomBytes(32), dataKey: randomBytes(32) }

async function copy(file: string): Promise<void> {
  await database.withSession(async (_, client) => {
    const rows = client.query(copyTo('copy callback_events to stdout'))
    await pipeline(rows, createWriteStream(file))
  })
  const documents = path.join(folder, 'documents')
  for (const name of await readdir(documents))
    await pipeline(
      createReadStream(path.join(documents, name), { highWaterMark: 1 << 20 }),
      createWriteStream(file, { flags: 'a' }),
    )
}

const env = parseEnv({ DATA_DIR: folder })

process.on('message', async (message) => {
  const [what, file = ''] = String(message).split(' ')
  const before = process.cpuUsage()
  const ms = await timed(async () => {
    if (what === 'copy') await copy(file)
    else await makeBackup(database, env, keys, { file, now: new Date() })
  })
  const { user, system } = process.cpuUsage(before)
  process.send?.(`${ms} ${(user + system) / 1000}`)
})
process.on('disconnect', () => database.close().finally(() => process.exit(0)))
process.send?.('ready')
