import Link from 'next/link'
import { StatusBadge } from '@/components/ui/badge'
import { LinkButton } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { Tone } from '@/components/ui/tone'
import type { PaymentLinkState } from '@/lib/domain/callbacks/payment-link'
import { routes } from '@/lib/routes'
import type { PaymentLinkItem, PaymentLinkPage } from '@/lib/server/callbacks/views'
import { olderLinksAddress, paymentLinkAddress } from './link-address'
import { SaleAmount } from './sale-amount'

const STATES: Readonly<Record<PaymentLinkState, { label: string; tone: Tone }>> = {
  'not-paid': { label: 'Not paid yet', tone: 'neutral' },
  paid: { label: 'Paid', tone: 'good' },
  'other-amount': { label: 'Paid another amount', tone: 'bad' },
  'paid-twice': { label: 'Paid more than once', tone: 'bad' },
}

/** Every link that was made, latest first, and what came back by it. */
export function LinkList({
  page: { items, older },
  before,
  openedN,
}: {
  page: PaymentLinkPage
  /** Older than this one; null: from the latest on. */
  before: number | null
  openedN: number | null
}) {
  return (
    <Panel title="Payment links" flush>
      {items.length === 0 ? (
        <p className="px-4 py-4 text-sm text-muted">
          {before === null ? 'No payment links yet. Links that you make are listed here.' : 'No older links.'}
        </p>
      ) : (
        <Table label="Payment links">
          <thead>
            <tr>
              <Th>Link</Th>
              <Th>Reference</Th>
              <Th numeric>Amount</Th>
              <Th>Status</Th>
              <Th>Sale</Th>
              <Th>Profile</Th>
              <Th>Made</Th>
            </tr>
          </thead>
          <tbody>
            {items.map((link) => (
              <LinkRow key={link.n} link={link} isOpened={link.n === openedN} />
            ))}
          </tbody>
        </Table>
      )}
      {(older !== null || before !== null) && (
        <nav aria-label="Pages of links" className="flex gap-2 border-t border-line px-4 py-2">
          {before !== null && (
            <LinkButton prefetch={false} href={routes.hostedPaymentLink}>
              Newest
            </LinkButton>
          )}
          {older !== null && (
            <LinkButton prefetch={false} href={olderLinksAddress(older)}>
              Older
            </LinkButton>
          )}
        </nav>
      )}
    </Panel>
  )
}

function LinkRow({ link, isOpened }: { link: PaymentLinkItem; isOpened: boolean }) {
  const { n, reference, invoiceNumber, amountMinor, state, sales, profileId, by, createdAt } = link
  return (
    <tr className={isOpened ? 'bg-accent-soft' : undefined}>
      <Td>
        <Link href={paymentLinkAddress(n)} prefetch={false} className={LINK} aria-label={`Payment link ${n}`}>
          {n}
        </Link>
      </Td>
      <Th scope="row" className="max-w-56 whitespace-normal!">
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
      </Th>
      <Td numeric>
        <Money amountMinor={amountMinor} />
      </Td>
      <Td>
        {reference === '' ? (
          <StatusBadge tone="neutral">Not tracked</StatusBadge>
        ) : (
          <StatusBadge tone={STATES[state].tone}>{STATES[state].label}</StatusBadge>
        )}
      </Td>
      <Td>
        {sales.length === 0 ? (
          <span className="text-faint">
            <span aria-hidden="true">–</span>
            <span className="sr-only">none</span>
          </span>
        ) : (
          sales.map((sale) => (
            <span key={sale.n} className="flex flex-wrap gap-x-2">
              <Link href={routes.callback(sale.n)} prefetch={false} className={LINK}>
                <bdi className="wrap-anywhere">{sale.tranId}</bdi>
              </Link>
              {(state === 'other-amount' || state === 'paid-twice') && <SaleAmount sale={sale} />}
            </span>
          ))
        )}
      </Td>
      <Td>
        <bdi>{profileId}</bdi>
      </Td>
      <Td>
        <bdi className="block">{by}</bdi>
        <span className="text-xs text-muted">
          <DateTime at={createdAt} />
        </span>
      </Td>
    </tr>
  )
}

const LINK = 'rounded-sm font-medium text-accent-ink underline-offset-2 hover:underline'
