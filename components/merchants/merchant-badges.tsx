import { Badge, StatusBadge } from '@/components/ui/badge'
import type { Confirmation } from '@/lib/domain/merchants/confirmation'
import type { MerchantState } from '@/lib/domain/merchants/merchant'
import { CONFIRMATION_LABELS, MERCHANT_STATE_LABELS } from '@/lib/domain/merchants/merchant-labels'

/** The merchant's status, and whether a proposal is pending. A merchant that was never confirmed has no status yet. */
export function MerchantBadges({
  state,
  confirmation,
}: {
  state: MerchantState
  confirmation: Confirmation
}) {
  const words = CONFIRMATION_LABELS[confirmation]
  const isUnconfirmed = confirmation === 'new' || confirmation === 'rejected'
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {isUnconfirmed ? (
        <StatusBadge tone={confirmation === 'new' ? 'progress' : 'bad'}>{words}</StatusBadge>
      ) : (
        <StatusBadge tone={MERCHANT_STATE_LABELS[state].tone}>
          {MERCHANT_STATE_LABELS[state].label}
        </StatusBadge>
      )}
      {!isUnconfirmed && words && <Badge tone="progress">{words}</Badge>}
      {isUnconfirmed && state !== 'active' && <Badge>{MERCHANT_STATE_LABELS[state].label}</Badge>}
    </span>
  )
}
