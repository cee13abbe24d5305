import { defineSetting, type SettingOf } from './define-setting'
import { count, countLimit } from './setting-fields'

const MAX_HOURS = 168
const MAX_KEPT = 1_000

export const backupRules = defineSetting({
  key: 'backups',
  title: 'Backups',
  group: 'Maintenance',
  intro: 'How often the desk backs itself up, and how many backups it keeps.',
  permission: 'admin:settings',
  audit: 'backup-rules-changed',
  panels: {
    Schedule:
      'A backup holds the database and every document, sealed with BACKUP_KEY, in the folder that BACKUP_DIR names. Copy it to another place, and keep BACKUP_KEY and DATA_KEY apart from it: without both keys it cannot be used.',
  },
  fields: {
    everyHours: countLimit({
      panel: 'Schedule',
      option: 'Back up automatically',
      label: 'Hours between backups',
      min: 1,
      max: MAX_HOURS,
      problem: `Enter a whole number of hours, 1 to ${MAX_HOURS}; or turn this off.`,
      fallback: null,
    }),
    keep: count({
      panel: 'Schedule',
      label: 'Backups to keep',
      hint: 'After each automatic backup the oldest ones are deleted.',
      min: 1,
      max: MAX_KEPT,
      problem: `Enter a whole number of backups, 1 to ${MAX_KEPT.toLocaleString('en-US')}.`,
      fallback: 14,
    }),
  },
})

export type BackupRules = SettingOf<typeof backupRules>

/** The pause before a failed backup is retried, unless the schedule says later. */
const RETRY_MS = 30 * 60_000

/** When the next backup is due; a past time means now. Null without a schedule. */
export function nextBackup(
  last: { at: string | null; triedAt: string } | null,
  everyHours: number | null,
): Date | null {
  if (everyHours === null) return null
  if (last === null) return new Date(0)
  const scheduled = last.at === null ? 0 : Date.parse(last.at) + everyHours * 3_600_000
  return new Date(Math.max(scheduled, Date.parse(last.triedAt) + RETRY_MS))
}
