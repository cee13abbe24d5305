import path from 'node:path'
import { z } from 'zod'
import { type Database, type Db, isMigrated } from '@/lib/db/client'
import { backupRules, nextBackup } from '@/lib/domain/settings/backup-rules'
import type { Env } from '@/lib/env'
import { log } from '@/lib/log'
import { recordAudit } from '@/lib/server/audit'
import { loadSealer } from '@/lib/server/sealing/data-keys'
import { findDataKey, loadBackupKey } from '@/lib/server/secrets'
import type { Services } from '@/lib/server/services'
import { getSetting, readSetting, storeSetting } from '@/lib/server/settings'
import { BackupError } from './archive'
import { backupName, type MadeBackup, makeBackup, removeOldBackups } from './make'

const lastSchema = z.object({
  /** When the last successful backup was made. */
  at: z.iso.datetime().nullable(),
  bytes: z.int(),
  /** Why the last backup failed, in words; null if it succeeded. */
  problem: z.string().nullable(),
  /** When it was last tried. */
  triedAt: z.iso.datetime(),
})
export type LastBackup = z.output<typeof lastSchema>

const KEY = 'last-backup'

/** Null if none was ever tried. */
export async function lastBackup(db: Db): Promise<LastBackup | null> {
  const read = lastSchema.safeParse(await getSetting(db, KEY))
  return read.success ? read.data : null
}

/** Makes a backup, stores the result, and records it in the audit log. `file` defaults to a new one in BACKUP_DIR. */
export async function backUp(
  database: Database,
  env: Env,
  { requestId, file, now }: { requestId: 'command' | 'job'; file?: string | undefined; now: Date },
): Promise<MadeBackup> {
  const { db } = database
  if (!(await isMigrated(db)))
    throw new BackupError(
      'The database lacks migrations, or holds no desk. Start the desk on it, or run npm run db:migrate, and back it up then.',
    )
  const keep = (last: LastBackup, action: 'backup-made' | 'backup-failed', detail: Record<string, unknown>) =>
    db.transaction(async (tx) => {
      await storeSetting(tx, KEY, last)
      await recordAudit(tx, {
        at: now,
        actorId: null,
        action,
        subject: ['setting', 'backups'],
        requestId,
        detail,
      })
    })
  const triedAt = now.toISOString()
  try {
    const keys = { backupKey: await loadBackupKey(env, { make: true }), dataKey: await findDataKey(env) }
    // Check the key first: a backup that records a wrong key could not be restored with the right one.
    await loadSealer(db, keys.dataKey)
    const made = await makeBackup(database, env, keys, {
      file: file ?? path.join(env.BACKUP_DIR, backupName(now)),
      now,
    })
    const { bytes, rows, documents, missing } = made
    await keep({ at: triedAt, bytes, problem: null, triedAt }, 'backup-made', {
      bytes,
      rows,
      documents,
      missing: missing.count,
    })
    return made
  } catch (error) {
    const problem =
      error instanceof BackupError ? error.message : 'It broke off. The log of the desk has the reason.'
    const before = await lastBackup(db)
    await keep({ at: before?.at ?? null, bytes: before?.bytes ?? 0, problem, triedAt }, 'backup-failed', {
      problem,
    })
    throw error
  }
}

/** The state of backups, for operators. */
export async function backupState({ db, now, sendingHold }: Pick<Services, 'db' | 'now' | 'sendingHold'>) {
  const [last, { everyHours }] = await Promise.all([lastBackup(db), readSetting(db, backupRules)])
  const ageHours = last?.at ? (now().getTime() - Date.parse(last.at)) / 3_600_000 : Number.POSITIVE_INFINITY
  // The extra hour allows for a backup that is running or being retried.
  return {
    last,
    isLate: everyHours !== null && ageHours > everyHours + 1,
    next: nextBackup(last, everyHours)?.toISOString() ?? null,
    sendingHold,
  }
}

/** Called every minute by every instance; the queue keeps only one job. */
export async function queueDueBackup(services: Services): Promise<void> {
  if (await isDue(services)) await services.jobs.enqueue('make-backup', 'scheduled', {})
}

async function isDue({ db, now }: Services): Promise<boolean> {
  const { everyHours } = await readSetting(db, backupRules)
  const next = nextBackup(await lastBackup(db), everyHours)
  return next !== null && next <= now()
}

/** Makes the scheduled backup, unless another instance has just made it. */
export async function makeDueBackup(services: Services, database: Database, env: Env): Promise<void> {
  if (!(await isDue(services))) return
  const made = await backUp(database, env, { requestId: 'job', now: services.now() })
  const { keep } = await readSetting(services.db, backupRules)
  const removed = await removeOldBackups(env.BACKUP_DIR, keep, services.now())
  log.info({ bytes: made.bytes, removed }, 'backed up')
}
