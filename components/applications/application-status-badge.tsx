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
  isUnchanged = false,
  brief = false,
}: {
  application: StatusAndRevision
  /** The partner has an earlier version, and nothing was changed in this one. Unknown where it was not looked for. */
  isUnchanged?: boolean
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
      {isUnchanged ? (
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
