import { Badge, StatusBadge } from '@/components/ui/badge'
import {
  isUpdateNotSent,
  listedStatus,
  STATUS_TEXTS,
  type StatusAndRevision,
  statusTextsOf,
  UPDATE_NOT_SENT,
} from '@/lib/domain/application/status'

/** The status of an application, in every place that shows it. */
export function ApplicationStatusBadge({
  application,
  brief = false,
}: {
  /** `isUnchanged`: an update would change nothing. A list does not compare, and says that it was not sent. */
  application: StatusAndRevision & { isUnchanged?: boolean }
  /** Without what it means, where that is said beside it. */
  brief?: boolean
}) {
  const { tone, label } = STATUS_TEXTS[listedStatus(application)]
  const { meaning } = statusTextsOf(application)
  const badge = (
    <StatusBadge tone={tone} title={brief ? undefined : meaning}>
      {label}
    </StatusBadge>
  )
  if (!isUpdateNotSent(application)) return badge
  return (
    <span className="inline-flex flex-wrap gap-1">
      {badge}
      {application.isUnchanged ? (
        <Badge title="It was opened for changes, and nothing differs from what was sent.">
          Nothing changed
        </Badge>
      ) : (
        <Badge tone="warn" title={meaning}>
          {UPDATE_NOT_SENT.label}
        </Badge>
      )}
    </span>
  )
}
