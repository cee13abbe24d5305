import { defineColumns } from '@/components/lists/columns'
import { DataList } from '@/components/lists/data-list'
import { StaleNotice } from '@/components/shell/stale-notice'
import { StatusBadge } from '@/components/ui/badge'
import { LinkButton } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import type { Tone } from '@/components/ui/tone'
import type { PaymentLinkState } from '@/lib/domain/callbacks/payment-link'
import { routes } from '@/lib/routes'
import type { PaymentLinkItem, PaymentLinkPage } from '@/lib/server/callbacks/hosted-link/views'
import { olderLinksAddress, paymentLinkAddress } from './link-address'
import { SaleAmount } from './sale-amount'
import { useLiveLinks } from './use-live-links'

const STATES: Readonly<Record<PaymentLinkState, { label: string; tone: Tone }>> = {
  'not-paid': { label: 'Not paid yet', tone: 'neutral' },
  paid: { label: 'Paid', tone: 'good' },
  'other-amount': { label: 'Paid another amount', tone: 'bad' },
  'paid-twice': { label: 'Paid more than once', tone: 'bad' },
}

/** Every payment link, latest first, with the sales that came back, updated live. */
export function LinkList({
  page: { items, older },
  before,
  openedN,
}: {
  page: PaymentLinkPage
  /** Shows links older than this one; null starts at the latest. */
  before: number | null
  openedN: number | null
}) {
  const problem = useLiveLinks(items)
  return (
    <Panel title="Payment links" flush>
      <StaleNotice problem={problem} />
      {items.length === 0 ? (
        <p className="px-4 py-4 text-sm text-muted">
          {before === null ? 'No payment links yet. Links that you create appear here.' : 'No older links.'}
        </p>
      ) : (
        <DataList
          label="Payment links"
          rows={items}
          columns={COLUMNS}
          rowKey={({ n }) => n}
          rowClass={({ n }) => (n === openedN ? 'picked' : '')}
        />
      )}
      {(older !== null || before !== null) && (
        <nav aria-label="Pages of links" className="flex gap-2 border-t border-line px-4 py-2">
          {before !== null && <LinkButton href={routes.hostedPaymentLink}>Newest</LinkButton>}
          {older !== null && <LinkButton href={olderLinksAddress(older)}>Older</LinkButton>}
        </nav>
      )}
    </Panel>
  )
}

const COLUMNS = defineColumns<PaymentLinkItem>([
  {
    id: 'link',
    title: 'Link',
    card: 'subtitle',
    cell: ({ n }) => (
      <Link href={paymentLinkAddress(n)} className="link font-medium" aria-label={`Payment link ${n}`}>
        {n}
      </Link>
    ),
  },
  {
    id: 'reference',
    title: 'Reference',
    card: 'title',
    className: 'max-w-56',
    cell: ({ reference, invoiceNumber }) => (
      <>
        {reference === '' ? (
          <span className="font-normal text-faint">No reference</span>
        ) : (
          <bdi className="block wrap-anywhere">{reference}</bdi>
        )}
        {invoiceNumber !== '' && (
          <bdi className="block text-xs font-normal text-muted wrap-anywhere" title="Invoice number">
            {invoiceNumber}
          </bdi>
        )}
      </>
    ),
  },
  {
    id: 'amount',
    title: 'Amount',
    numeric: true,
    card: 'badge',
    cell: ({ amountMinor }) => <Money amountMinor={amountMinor} />,
  },
  {
    id: 'status',
    title: 'Status',
    card: 'plain',
    cell: ({ reference, state }) =>
      reference === '' ? (
        <StatusBadge tone="neutral">Not tracked</StatusBadge>
      ) : (
        <StatusBadge tone={STATES[state].tone}>{STATES[state].label}</StatusBadge>
      ),
  },
  {
    id: 'sale',
    title: 'Sale',
    cell: ({ sales, state }) =>
      sales.length === 0
        ? null
        : sales.map((sale) => (
            <span key={sale.n} className="flex flex-wrap gap-x-2">
              <Link href={routes.callback(sale.n)} className="link font-medium">
                <bdi className="id">{sale.tranId}</bdi>
              </Link>
              {(state === 'other-amount' || state === 'paid-twice') && <SaleAmount sale={sale} />}
            </span>
          )),
  },
  { id: 'profile', title: 'Profile', cell: ({ profileId }) => <bdi>{profileId}</bdi> },
  {
    id: 'made',
    title: 'Created',
    cell: ({ by, createdAt }) => (
      <>
        <bdi>{by}</bdi>{' '}
        <span className="text-xs text-muted">
          <DateTime at={createdAt} />
        </span>
      </>
    ),
  },
])
