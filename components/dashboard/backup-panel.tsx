import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { backupRules } from '@/lib/domain/settings/backup-rules'
import { routes } from '@/lib/routes'
import type { BackupState } from '@/lib/server/dashboard/views'
import { Age } from './age'

/** The age of the last backup, when the next one runs, and whether sending is on hold after a restore. */
export function BackupPanel({
  backup: { last, isLate, next, sendingHold },
  at,
}: {
  backup: BackupState
  at: string
}) {
  return (
    <Panel
      title="Backups"
      actions={
        <Link
          href={routes.settings.setting(backupRules.key)}
          className="text-sm text-accent-ink hover:underline"
        >
          Schedule
        </Link>
      }
    >
      <div className="grid gap-3">
        {sendingHold && (
          <Callout tone="warn" title="Restored from a backup">
            {sendingHold}
          </Callout>
        )}
        {last?.at ? (
          <p className="flex justify-between gap-3">
            <span>Last backup</span>
            <span className={isLate ? 'font-medium text-bad-ink' : undefined}>
              <Age of={last.at} at={at} />
              {isLate && ' · overdue'}
            </span>
          </p>
        ) : (
          <p className="text-muted">
            No backup yet.{next === null && ' Set a schedule, or run npm run backup on the server.'}
          </p>
        )}
        <p className="flex justify-between gap-3">
          <span>Next backup</span>
          <span className="text-end">
            {next === null ? 'Not scheduled' : next <= at ? 'Within a minute' : <DateTime at={next} />}
          </span>
        </p>
        {last?.problem && (
          <Callout tone="bad" title="The last backup failed">
            {last.problem}
          </Callout>
        )}
      </div>
    </Panel>
  )
}
