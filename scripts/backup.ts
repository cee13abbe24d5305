import { parseArgs } from 'node:util'
import { backUp } from '@/lib/server/backup/schedule'
import { openAsItIs, runCommand } from './open-database'
import { readEnv } from './read-env'

/** `npm run backup -- [--to FILE]`: writes all of the desk's data to one sealed file, with or without a running desk. */

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

await runCommand(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const env = readEnv('production')
  const database = await openAsItIs(env)
  try {
    const made = await backUp(database, env, { requestId: 'command', file: values.to, now: new Date() })
    const rows = made.rows.toLocaleString('en-US')
    console.log(`${made.file}\n${megabytes(made.bytes)}: ${rows} rows and ${made.documents} documents.`)
    if (made.missing.count > 0) {
      console.error(
        `${made.missing.count} documents have no content and are not in it, such as ${made.missing.first[0]}. ${env.S3_BUCKET ? `Is ${env.S3_BUCKET} the bucket of this desk?` : 'Is DATA_DIR the folder of this desk?'}`,
      )
      process.exitCode = 1
    }
    console.log(
      'It is of no use without BACKUP_KEY and DATA_KEY. It holds neither: keep both, apart from it.',
    )
    if (!env.BACKUP_KEY && !env.BACKUP_KEY_FILE)
      console.log(`BACKUP_KEY is ${env.DATA_DIR}/keys/backup-key: copy that file to another machine.`)
  } finally {
    await database.close()
  }
})
