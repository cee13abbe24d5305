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
  brief = false,
}: {
  application: Standing
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
      <Badge tone="warn" title={meaning}>
        {UPDATE_NOT_SENT.label}
      </Badge>
    </span>
  )
}
