'use client'

import { LiveSwitch } from '@/components/shell/live-switch'
import { StaleNotice } from '@/components/shell/stale-notice'
import { useLive } from '@/components/shell/use-live'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { PaymentLinkValues } from '@/lib/server/callbacks/hosted-link/views'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'
import { liveRowsAddress } from './callback-address'
import { SaleAmount } from './sale-amount'
import { EventStatus } from './sale-status'

/** The sales that came back for a payment link: one, unless someone pays twice. They appear live. */
export function ReturnedSales({
  first,
  values: { profileId, reference },
}: {
  first: readonly CallbackListItem[]
  values: Pick<PaymentLinkValues, 'profileId' | 'reference'>
}) {
  const address = liveRowsAddress({ ...callbackList.all, search: reference, profileId })
  const { value, problem, live } = useLive<{ items: readonly CallbackListItem[] }>(address, { items: first })
  const sales = value.items.filter(({ clientRefNumber }) => clientRefNumber === reference)
  return (
    <Panel
      title={sales.length === 0 ? 'Waiting for the sale' : 'The sale came back'}
      actions={<LiveSwitch {...live} />}
      flush
    >
      <StaleNotice problem={problem} />
      <p role="status" className="sr-only">
        {sales.length > 0 && `${counted(sales.length, 'sale')} came back`}
      </p>
      {sales.length === 0 ? (
        <div className="flex flex-col gap-2 px-4 py-4">
          {live.on && <ProgressBar label="Waiting for the sale" />}
          <p className="text-sm text-muted">
            The sale appears here once it is paid. Declined payments aren’t reported. You can leave this page:
            its address keeps the link, and the sale is added to the log.
          </p>
        </div>
      ) : (
        <ul>
          {sales.map((sale) => (
            <li
              key={sale.n}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0"
            >
              <Link
                href={routes.callback(sale.n)}
                className="id rounded-sm font-mono font-medium text-accent-ink underline-offset-2 hover:underline"
              >
                <bdi>{sale.tranId ?? `Callback ${sale.n}`}</bdi>
              </Link>
              <SaleAmount sale={sale} />
              <EventStatus event={sale} />
              <span className="text-sm text-muted sm:ms-auto">
                <DateTime at={sale.receivedAt} seconds />
              </span>
            </li>
          ))}
        </ul>
      )}
      {sales.length > 1 && (
        <p className="border-t border-line bg-warn-soft px-4 py-2 text-sm text-warn-ink">
          Several sales came with this reference: the link may have been paid more than once.
        </p>
      )}
    </Panel>
  )
}
