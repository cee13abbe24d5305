import { Badge, StatusBadge } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import { DELIVERY_LABELS, REDACTION_LABELS } from '@/lib/domain/callbacks/event-labels'
import type { CallbackEventView, DeliveryView } from '@/lib/server/callbacks/log/views'
import { DeliveryBody } from './delivery-body'

/** Every delivery of the event: when, from where, how it was classified, and the posted body. */
export function CallbackDeliveries({
  event: { deliveryList, deliveries, state },
}: {
  event: CallbackEventView
}) {
  const hidden = deliveries - deliveryList.length
  return (
    <Panel
      title="Deliveries"
      description={
        hidden > 0
          ? `Received ${deliveries.toLocaleString('en-US')} times. The last ${deliveryList.length} are shown.`
          : 'Every delivery, newest first.'
      }
      flush
    >
      <ol>
        {deliveryList.map((delivery) => (
          <Delivery key={delivery.n} delivery={delivery} isMarked={deliveries > 1 && state !== 'conflict'} />
        ))}
      </ol>
    </Panel>
  )
}

function Delivery({
  delivery,
  isMarked,
}: {
  delivery: DeliveryView
  /** Whether to mark the delivery whose content counts. Not for a single delivery, nor while a conflict is open. */
  isMarked: boolean
}) {
  const { n, receivedAt, address, kind, stands, redactions, body } = delivery
  return (
    <li className="border-b border-line px-4 py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">Delivery {n}</h3>
        {kind === null ? (
          <Badge>not processed yet</Badge>
        ) : (
          <span title={DELIVERY_LABELS[kind].meaning}>
            <StatusBadge tone={DELIVERY_LABELS[kind].tone}>{DELIVERY_LABELS[kind].label}</StatusBadge>
          </span>
        )}
        {stands && isMarked && <Badge tone="good">current</Badge>}
        <span className="text-sm text-muted">
          <DateTime at={receivedAt} seconds />, from <code>{address}</code>
        </span>
      </div>
      {redactions.length > 0 && (
        <p className="mt-0.5 text-sm text-warn-ink">
          {redactions.map((redaction) => REDACTION_LABELS[redaction]).join(' ')}
        </p>
      )}
      <DeliveryBody n={n} body={body} isChanged={redactions.length > 0} />
    </li>
  )
}
