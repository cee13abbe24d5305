import { Badge, StatusBadge } from '@/components/ui/badge'
import {
  isUpdateNotSent,
  listedStatus,
  STATUS_TEXTS,
  type StatusAndRevision,
  statusTextsOf,
  UPDATE_NOT_SENT,
} from '@/lib/domain/application/status'

/** The status of an application, wherever it is shown. */
export function ApplicationStatusBadge({
  application,
  brief = false,
}: {
  /** `isUnchanged`: the update would change nothing. Lists do not compare, and say that it was not sent. */
  application: StatusAndRevision & { isUnchanged?: boolean }
  /** Without the tooltip, where the meaning is shown beside it. */
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
