import { ReceiptText } from 'lucide-react'
import { defineColumns } from '@/components/lists/columns'
import { DataList, ListBox } from '@/components/lists/data-list'
import { ExportButton } from '@/components/lists/export-button'
import { addressesOf, withQuery } from '@/components/lists/list-address'
import { Pager } from '@/components/lists/pager'
import { PageHeader } from '@/components/shell/page-header'
import { PageTabs } from '@/components/shell/page-tabs'
import { LinkButton } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { type StatementQuery, statementList, statementPeriods } from '@/lib/domain/merchants/statement-query'
import { dayWords } from '@/lib/domain/values/calendar'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { StatementRow, StatementTotals, StatementView } from '@/lib/server/merchants/views'
import { StatementFilters } from './merchant-filters'

/** Times are in the time zone of the business days, so that each time fits its day. */
const columnsOf = (timeZone: string) =>
  defineColumns<StatementRow>([
    {
      id: 'transaction',
      title: 'Transaction',
      card: 'title',
      cell: ({ id, reference, sale }) => {
        const name = <code className="id text-xs">{id || reference}</code>
        return (
          <>
            {sale ? (
              <Link href={routes.callback(sale.n)} className="link list-name">
                {name}
              </Link>
            ) : (
              name
            )}
            {id === '' && <span className="block text-xs text-muted">Reference number</span>}
          </>
        )
      },
    },
    {
      id: 'at',
      title: 'Accepted',
      card: 'plain',
      cell: ({ at }) => <DateTime at={at} timeZone={timeZone} />,
    },
    {
      id: 'batch',
      title: 'Batch',
      cell: ({ batch: { id, number, purpose } }) => (
        <>
          <Link href={routes.fundingBatch(id)} className="link">
            B-{number}
          </Link>
          {purpose === 'correction' && <span className="block text-xs text-muted">Correction</span>}
        </>
      ),
    },
    {
      id: 'sale',
      title: 'Sale',
      numeric: true,
      cell: ({ sale }) =>
        sale === null ? (
          <span className="text-muted">Not in the log</span>
        ) : (
          sale.amountMinor !== null && <Money amountMinor={sale.amountMinor} />
        ),
    },
    {
      id: 'amount',
      title: 'Amount',
      numeric: true,
      card: 'badge',
      cell: ({ changeMinor, wasMinor }) => (
        <>
          <span className="font-medium">
            <Money amountMinor={changeMinor} />
          </span>
          {wasMinor > 0 && (
            <span className="block text-xs text-muted">
              <Money amountMinor={wasMinor} /> → <Money amountMinor={wasMinor + changeMinor} />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'later',
      title: 'Changed later',
      cell: ({ later }) =>
        later && (
          <>
            <Link href={routes.fundingBatch(later.id)} className="link">
              B-{later.number}
            </Link>
            , now <Money amountMinor={later.heldMinor} />
          </>
        ),
    },
  ])

/** What the partner accepted for one merchant in a period. */
export function MerchantStatement({ view, query }: { view: StatementView; query: StatementQuery }) {
  const { merchantId, name, items, today, days, timeZone, totals } = view
  const page = routes.merchantStatement(merchantId)
  const addressOf = addressesOf(statementList, page)
  const { from, to } = query
  const periods = statementPeriods(today)
  const current = periods.find(({ period }) => period.from === from && period.to === to)
  return (
    <>
      <PageHeader
        title="Statement"
        back={{ href: routes.merchant(merchantId), label: name }}
        subtitle={
          <>
            <bdi>{name}</bdi> <code className="text-xs">{merchantId}</code>
          </>
        }
        actions={
          <ExportButton
            address={withQuery(routes.api.statementExport(merchantId), statementList.write({ from, to }))}
          />
        }
      />
      <PageTabs
        label="Period"
        tabs={periods.map(({ period, ...tab }) => ({ ...tab, href: addressOf(period) }))}
        current={current?.id ?? ''}
      />
      <div className="flex flex-col gap-3">
        <StatementFilters merchantId={merchantId} query={query} />
        <Totals totals={totals} title={periodWords(query)} />
        <p className="text-sm text-muted">
          Each amount counts on the day the partner accepted it, and a later correction on its own day, so
          past periods change only if a recorded outcome is reopened. Days in {days}.
        </p>
        <ListBox>
          {items.length === 0 ? (
            <EmptyState icon={<ReceiptText />} title="No amounts in this period">
              {(from !== null || to !== null) && <LinkButton href={page}>Show all time</LinkButton>}
            </EmptyState>
          ) : (
            <DataList
              label="Statement"
              rows={items}
              columns={columnsOf(timeZone)}
              rowKey={({ sequence, transaction }) => `${sequence}-${transaction}`}
              cards="medium"
            />
          )}
        </ListBox>
        <Pager page={view} cursor={query.cursor} addressAt={(cursor) => addressOf({ ...query, cursor })} />
      </div>
    </>
  )
}

function periodWords({ from, to }: StatementQuery): string {
  if (from !== null && to !== null) return `${dayWords(from)} to ${dayWords(to)}`
  if (from !== null) return `From ${dayWords(from)}`
  return to === null ? 'All time' : `Until ${dayWords(to)}`
}

function Totals({ totals, title }: { totals: StatementTotals; title: string }) {
  const { transactions, paidMinor, takenBackMinor, netMinor } = totals
  return (
    <section aria-label="Totals" className="overflow-clip rounded-lg border border-line bg-surface">
      <h2 className="px-4 py-2.5 font-semibold">{title}</h2>
      <dl className="grid gap-px border-t border-line bg-line sm:auto-cols-fr sm:grid-flow-col">
        <Figure term="Net paid" amountMinor={netMinor}>
          {counted(transactions, 'transaction')}
        </Figure>
        <Figure term="Paid" amountMinor={paidMinor} />
        <Figure term="Taken back" amountMinor={takenBackMinor} />
      </dl>
    </section>
  )
}

function Figure({ term, amountMinor, children }: { term: string; amountMinor: number; children?: string }) {
  return (
    <div className="bg-surface px-4 py-2.5">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="text-lg font-semibold">
        <Money amountMinor={amountMinor} />
        {children && <span className="block text-sm font-normal text-muted">{children}</span>}
      </dd>
    </div>
  )
}
