import type { ReactNode } from 'react'
import { PageHeader } from '@/components/shell/page-header'
import { StatusBadge } from '@/components/ui/badge'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import { FUNDING_LABELS, STATE_LABELS } from '@/lib/domain/callbacks/event-labels'
import { routes } from '@/lib/routes'
import type { CallbackEventView, CallbackWays } from '@/lib/server/callbacks/log/views'
import { CallbackDeliveries } from './callback-deliveries'
import { CallbackDifferences } from './callback-differences'
import { CallbackFields } from './callback-fields'
import { CallbackHistory } from './callback-history'
import { CallbackMoney } from './callback-money'
import { CallbackStatus } from './callback-status'
import { ForwardList } from './forward-list'
import { SaleAmount } from './sale-amount'

/** One event: its status and the next step, its money, its fields in plain words, and its deliveries. */
export function CallbackPage({
  event,
  ways,
  comments,
}: {
  event: CallbackEventView
  ways: CallbackWays
  comments: ReactNode
}) {
  const { n, tranId, state, funding, label, merchantId, profileId } = event
  const shown = event.deliveryList.find(({ stands }) => stands) ?? event.deliveryList[0]
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-baseline gap-x-3">
            {tranId === null ? (
              `Callback ${n}, without a transaction`
            ) : (
              <CopyableId value={tranId} label="transaction id">
                <bdi>{tranId}</bdi>
              </CopyableId>
            )}
            <SaleAmount sale={event} />
          </span>
        }
        subtitle={
          <>
            <bdi>{label}</bdi>, {merchantId === '' ? 'profile' : 'merchant'}{' '}
            <code>{merchantId === '' ? profileId : merchantId}</code>. Received{' '}
            <DateTime at={event.receivedAt} seconds />
          </>
        }
        back={{ href: routes.callbacks, label: 'Callbacks' }}
        badges={
          <>
            <StatusBadge tone={STATE_LABELS[state].tone}>{STATE_LABELS[state].label}</StatusBadge>
            {funding !== 'none' && (
              <StatusBadge tone={FUNDING_LABELS[funding].tone}>{FUNDING_LABELS[funding].label}</StatusBadge>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <CallbackStatus event={event} mayOpenLinks={ways.links} />
        {event.differences.length > 0 && <CallbackDifferences event={event} />}
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
          {shown && <CallbackFields delivery={shown} event={event} />}
          <div className="flex min-w-0 flex-col gap-4 max-xl:-order-1">
            <CallbackMoney event={event} mayOpenBatches={ways.batches} />
          </div>
        </div>
        <CallbackDeliveries event={event} />
        {event.forwards.length > 0 && (
          <Panel title="Forwarded" description="Messages sent to your own systems." flush>
            <ForwardList forwards={event.forwards} mayReplay={event.mayReprocess} />
          </Panel>
        )}
        {comments}
        <CallbackHistory entries={event.history} />
      </div>
    </>
  )
}
