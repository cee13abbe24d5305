import { StatusBadge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import type { FundingStatus } from '@/lib/domain/callbacks/event'
import {
  ANOMALY_LABELS,
  FUNDING_LABELS,
  hasMoney,
  STATE_LABELS,
  stateMeaning,
} from '@/lib/domain/callbacks/event-labels'
import { refusalWords } from '@/lib/domain/funding/failure-advice'
import { routes } from '@/lib/routes'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'
import type { SaleBatch } from '@/lib/server/sales/views'

/** The state of an event, and a short label for each anomaly. */
export function EventStatus({ event }: { event: CallbackListItem }) {
  const { state, anomalies, linkAmountMinor } = event
  const { label, tone } = STATE_LABELS[state]
  const badge = (
    // Most rows of the log are in order and need no explanation.
    <StatusBadge tone={tone} title={state === 'approved' ? undefined : stateMeaning(state, hasMoney(event))}>
      {label}
    </StatusBadge>
  )
  if (anomalies.length === 0) return badge
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      {badge}
      <span className="text-xs text-muted">
        {anomalies.map((anomaly) => ANOMALY_LABELS[anomaly].label).join(', ')}
        {anomalies.includes('link-amount-differs') && linkAmountMinor !== null && (
          <>
            {' '}
            (asked for <Money amountMinor={linkAmountMinor} />)
          </>
        )}
      </span>
    </span>
  )
}

/** Shown before the batch number. */
const WITH_BATCH: Partial<Record<FundingStatus, string>> = { funded: 'Funded', 'in-draft': 'In a draft' }

/** The funding status of a sale, with the batch that has it. */
export function FundingStatusOf({
  sale: { funding, batch, leftMinor, payees, refused },
  mayOpenBatches,
}: {
  sale: Pick<CallbackListItem, 'funding' | 'batch' | 'leftMinor' | 'payees' | 'refused'>
  mayOpenBatches: boolean
}) {
  const { label, tone, meaning } = FUNDING_LABELS[funding]
  if (refused) {
    return (
      <span className="list-facts">
        <StatusBadge tone="bad" title={`Not funded: ${refusalWords(refused)}. A retry cannot help.`}>
          Refused
        </StatusBadge>
        <BatchNumber batch={refused.batch} mayOpen={mayOpenBatches} />
        <span className="text-xs text-muted">code {refused.errorCode}</span>
      </span>
    )
  }
  if (!batch) {
    return funding === 'none' ? (
      <span className="text-muted" title={meaning}>
        {label}
      </span>
    ) : (
      <>
        {/* Most rows of the log are unfunded, and the word is enough. */}
        <StatusBadge tone={tone} title={funding === 'unfunded' ? undefined : meaning}>
          {label}
        </StatusBadge>
        {payees !== null && (
          <bdi title={payees} className="line-clamp-2 text-xs text-muted wrap-anywhere">
            {payees}
          </bdi>
        )}
      </>
    )
  }
  return (
    <span className="list-facts">
      {/* Next to a batch number the word is enough. */}
      <StatusBadge
        tone={leftMinor === null ? tone : 'warn'}
        title={funding === 'funded' && leftMinor === null ? undefined : meaning}
      >
        {WITH_BATCH[funding] ?? 'In a batch'}
      </StatusBadge>
      <BatchNumber batch={batch} mayOpen={mayOpenBatches} />
      {leftMinor !== null && (
        <span className="text-xs whitespace-nowrap text-warn-ink">
          <Money amountMinor={leftMinor} /> left
        </span>
      )}
    </span>
  )
}

export function BatchNumber({ batch: { id, number }, mayOpen }: { batch: SaleBatch; mayOpen: boolean }) {
  if (!mayOpen) return <span className="whitespace-nowrap">B-{number}</span>
  return (
    <Link href={routes.fundingBatch(id)} className="link list-number">
      B-{number}
    </Link>
  )
}
