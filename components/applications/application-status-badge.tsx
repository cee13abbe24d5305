import { Badge, StatusBadge } from '@/components/ui/badge'
import {
  isUpdateNotSent,
  listedStatus,
  STATUS_TEXTS,
  type Standing,
  standingTexts,
  UPDATE_NOT_SENT,
} from '@/lib/domain/application/status'

/** How an application stands, in every place that says so. */
export function ApplicationStatusBadge({
  application,
  isUnchanged = false,
  brief = false,
}: {
  application: Standing
  /** The partner has an earlier version, and nothing was changed in this one. Unknown where it was not looked for. */
  isUnchanged?: boolean
  /** Without what it means, where that is said beside it. */
  brief?: boolean
}) {
  const { tone, label } = STATUS_TEXTS[listedStatus(application)]
  const { meaning } = standingTexts(application)
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
