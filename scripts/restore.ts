import { parseArgs } from 'node:util'
import { openDatabase } from '@/lib/db/client'
import { restoreBackup } from '@/lib/server/backup/restore'
import { findDataKey, loadBackupKey } from '@/lib/server/secrets'
import { allowSending } from '@/lib/server/sending-hold'
import { openAsItIs, runCommand } from './open-database'
import { readEnv } from './read-env'

/** `npm run restore -- FILE`: restores a backup into an empty place. `--allow-sending` later lifts the hold on sending. */

const USAGE = `Usage: npm run restore -- FILE [--desk-was-stopped]
       npm run restore -- --allow-sending
  --desk-was-stopped  the desk that was backed up has not run since: nothing was sent after the backup
  --allow-sending     everything that was sent after the backup is known, and sending may go on`

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'desk-was-stopped': { type: 'boolean' }, 'allow-sending': { type: 'boolean' } },
  })
  const env = readEnv('production')
  if (values['allow-sending']) {
    const database = await openAsItIs(env)
    const lifted = await allowSending(database.db, new Date()).finally(database.close)
    console.log(
      lifted ? 'Sending is allowed. A desk that runs goes on within seconds.' : 'Nothing was on hold.',
    )
    return
  }
  const [file] = positionals
  if (!file) throw new Error(USAGE)
  const holdsSending = !values['desk-was-stopped']
  const { head, manifest, rows, auditFault } = await restoreBackup(
    () => openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR }),
    env,
    { backupKey: await loadBackupKey(env, { make: false }), dataKey: await findDataKey(env) },
    { file, now: new Date(), holdsSending },
  )
  console.log(
    `Restored as of ${head.takenAt}: ${rows.toLocaleString('en-US')} rows, ${manifest.documents.count} documents.`,
  )
  if (manifest.missing.count > 0)
    console.log(`${manifest.missing.count} documents had no content when it was made, and have none now.`)
  if (auditFault) console.error(`The audit log is not as it was sealed: ${auditFault}`)
  if (holdsSending)
    console.log(
      'Sending is on hold: what was sent after the backup is not in it. Start the desk, compare with the partner, then: npm run restore -- --allow-sending',
    )
  console.log('Next: npm run audit:verify, then start the desk.')
})
