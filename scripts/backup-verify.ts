import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '@/lib/db/client'
import { BackupError } from '@/lib/server/backup/archive'
import { newestBackup, rowsOf } from '@/lib/server/backup/make'
import { restoreBackup, verifyBackup } from '@/lib/server/backup/restore'
import { findDataKey, loadBackupKey } from '@/lib/server/secrets'
import { runCommand } from './open-database'
import { readEnv } from './read-env'

/**
 * `npm run backup:verify -- [FILE] [--drill]`: reads a whole backup, by default the newest. `--drill` also restores it
 * into a temporary folder, verifies the audit log's chain there, and removes the folder.
 */

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { drill: { type: 'boolean', default: false } },
  })
  const env = readEnv('production')
  const file = positionals[0] ?? (await newestBackup(env.BACKUP_DIR))
  const backupKey = await loadBackupKey(env, { make: false })
  const { head, manifest } = await verifyBackup(file, backupKey)
  console.log(`${file}\nTaken ${head.takenAt} by version ${head.version}.`)
  console.log(
    `Whole: ${rowsOf(manifest).toLocaleString('en-US')} rows, ${manifest.documents.count} documents, ${manifest.audit.seq} seals of the audit log.`,
  )
  if (manifest.missing.count > 0)
    console.log(`${manifest.missing.count} documents had no content when it was made.`)
  if (!values.drill) return
  const folder = await mkdtemp(path.join(tmpdir(), 'desk-drill-'))
  try {
    const { rows, auditFault } = await restoreBackup(
      () => openDatabase({ dataDir: folder }),
      // Never restore into the desk's own bucket.
      { ...env, DATA_DIR: folder, AUDIT_CHECKPOINT_FILE: '', S3_BUCKET: '' },
      { backupKey, dataKey: await findDataKey(env) },
      { file, now: new Date(), holdsSending: true },
    )
    if (auditFault)
      throw new BackupError(`Restored, and the audit log is not as it was sealed: ${auditFault}`)
    console.log(
      `Restored in a drill: ${rows.toLocaleString('en-US')} rows, and the audit log as it was sealed.`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
