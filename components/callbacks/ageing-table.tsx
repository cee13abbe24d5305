import { CircleCheck } from 'lucide-react'
import Link from 'next/link'
import { LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Money } from '@/components/ui/money'
import { Table, Td, Th } from '@/components/ui/table'
import { AGES, daysOfAge } from '@/lib/domain/callbacks/ageing'
import type { CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import { OPEN_WORDS } from '@/lib/domain/callbacks/open-amount'
import type { IsoDate } from '@/lib/domain/values/calendar'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { AgeingView } from '@/lib/server/sales/loaders'
import type { AgeingRow } from '@/lib/server/sales/views'
import { callbackAddress } from './callback-address'
import { FundRowButton } from './fund-row-button'

/** The unfunded sales of each receiver by age, and what is left of partly funded ones; each figure leads to its sales in the log. */
export function AgeingTable({ view: { rows, today, mayFund } }: { view: Omit<AgeingView, 'profiles'> }) {
  if (rows.length === 0) {
    return (
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState
          icon={<CircleCheck />}
          title="Nothing is unfunded"
          actions={<LinkButton href={routes.callbacks}>Open callback log</LinkButton>}
        >
          Approved sales that are in no submitted batch appear here, by merchant and age.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="overflow-clip rounded-lg border border-line bg-surface">
      <AgeingGrid rows={rows} today={today} mayFund={mayFund} />
      <AgeingCards rows={rows} today={today} mayFund={mayFund} />
      <p className="border-t border-line px-4 py-2 text-sm text-muted">{OPEN_WORDS}</p>
    </div>
  )
}

type Shown = { rows: readonly AgeingRow[]; today: IsoDate; mayFund: boolean }

function AgeingGrid({ rows, today, mayFund }: Shown) {
  const total = sumOf(rows)
  return (
    <Table label="Unfunded sales" className="max-lg:hidden">
      <thead>
        <tr>
          <Th>Receiver</Th>
          {AGES.map(({ label }) => (
            <Th key={label} numeric>
              {label}
            </Th>
          ))}
          <Th numeric>All</Th>
          <Th>Oldest</Th>
          {mayFund && (
            <Th>
              <span className="sr-only">Funding</span>
            </Th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <Th scope="row" className="min-w-40">
              <Receiver row={row} />
            </Th>
            {AGES.map((age, index) => (
              <Td key={age.label} numeric>
                <Figure
                  {...figureOf(row, index)}
                  query={{ ...salesOf(row), ...daysOfAge(age, today) }}
                  label={`${row.label}, ${age.label}`}
                  isOld={age.most === null}
                />
              </Td>
            ))}
            <Td numeric>
              <Figure {...row} query={salesOf(row)} label={`${row.label}, all`} />
              <Held row={row} />
              <Left row={row} query={{ profileId: row.profileId, merchantId: row.merchantId }} />
            </Td>
            <Td>
              <DateTime at={row.oldestAt} />
            </Td>
            {mayFund && (
              <Td>
                <FundRow row={row} />
              </Td>
            )}
          </tr>
        ))}
      </tbody>
      {rows.length > 1 && (
        <tfoot>
          <tr className="bg-sunken/60 [&>*]:border-b-0 [&>*]:border-t">
            <Th scope="row">All receivers</Th>
            {AGES.map((age, index) => (
              <Td key={age.label} numeric>
                <Figure
                  {...figureOf(total, index)}
                  query={{ funding: ['unfunded'], ...daysOfAge(age, today) }}
                  label={`All receivers, ${age.label}`}
                  isOld={age.most === null}
                />
              </Td>
            ))}
            <Td numeric>
              <Figure {...total} query={{ funding: ['unfunded'] }} label="All receivers, all" />
              <Held row={total} />
              <Left row={{ ...total, label: 'All receivers' }} query={{}} />
            </Td>
            <Td />
            {mayFund && <Td />}
          </tr>
        </tfoot>
      )}
    </Table>
  )
}

/** The same for narrow pages. */
function AgeingCards({ rows, today, mayFund }: Shown) {
  return (
    <ul className="lg:hidden">
      {rows.map((row) => (
        <li key={keyOf(row)} className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <div className="font-medium">
              <Receiver row={row} />
            </div>
            <div className="text-end">
              <Figure {...row} query={salesOf(row)} label={`${row.label}, all`} />
              <Held row={row} />
              <Left row={row} query={{ profileId: row.profileId, merchantId: row.merchantId }} />
            </div>
          </div>
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
            {AGES.map((age, index) => {
              const figure = figureOf(row, index)
              return (
                figure.sales > 0 && (
                  <div key={age.label} className="col-span-2 flex justify-between gap-4">
                    <dt className="text-muted">{age.label}</dt>
                    <dd className="flex flex-wrap justify-end gap-x-3">
                      <Figure
                        {...figure}
                        query={{ ...salesOf(row), ...daysOfAge(age, today) }}
                        label={`${row.label}, ${age.label}`}
                        isOld={age.most === null}
                      />
                    </dd>
                  </div>
                )
              )
            })}
          </dl>
          {mayFund && (
            <div>
              <FundRow row={row} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

const keyOf = ({ profileId, merchantId }: AgeingRow): string => `${profileId} ${merchantId}`

const salesOf = ({ profileId, merchantId }: AgeingRow): Partial<CallbackListQuery> => ({
  profileId,
  merchantId,
  funding: ['unfunded'],
})

const figureOf = ({ ages }: Pick<AgeingRow, 'ages'>, index: number) =>
  ages[index] ?? { sales: 0, amountMinor: 0 }

function sumOf(
  rows: readonly AgeingRow[],
): Pick<AgeingRow, 'sales' | 'amountMinor' | 'ages' | 'held' | 'draft' | 'left'> {
  const sum = (figures: readonly { sales: number; amountMinor: number }[]) => ({
    sales: figures.reduce((all, { sales }) => all + sales, 0),
    amountMinor: figures.reduce((all, { amountMinor }) => all + amountMinor, 0),
  })
  return {
    ...sum(rows),
    held: sum(rows.map(({ held }) => held)),
    draft: sum(rows.map(({ draft }) => draft)),
    left: sum(rows.map(({ left }) => left)),
    ages: AGES.map((_, index) => sum(rows.map((row) => figureOf(row, index)))),
  }
}

function Receiver({ row: { label, profileId, merchantId } }: { row: AgeingRow }) {
  return (
    <>
      <bdi className="wrap-anywhere">{label}</bdi>
      <span className="block text-xs font-normal text-muted">
        <code className="id">{merchantId || profileId}</code>
        {merchantId === '' ? ', whole profile' : ''}
      </span>
    </>
  )
}

/** How many and how much; nothing to see of none. */
function Figure({
  sales,
  amountMinor,
  query,
  label,
  isOld = false,
}: {
  sales: number
  amountMinor: number
  query: Partial<CallbackListQuery>
  label: string
  isOld?: boolean
}) {
  if (sales === 0) return <span className="text-faint">–</span>
  return (
    <>
      <Link
        href={callbackAddress(query)}
        prefetch={false}
        aria-label={`${label}: ${counted(sales, 'unfunded sale')}`}
        className={classNames(
          '-my-0.5 inline-flex min-h-6 items-center font-medium hover:underline',
          isOld ? 'text-bad-ink' : 'text-accent-ink',
        )}
      >
        {counted(sales, 'sale')}
      </Link>
      <span className="block text-sm">
        <Money amountMinor={amountMinor} />
      </span>
    </>
  )
}

function Held({ row: { held } }: { row: Pick<AgeingRow, 'held'> }) {
  if (held.sales === 0) return null
  return (
    <span
      className="block text-xs text-warn-ink"
      title="On hold: a conflict, an unknown amount or another currency. Excluded from batches until reviewed."
    >
      {held.sales.toLocaleString('en-US')} held, <Money amountMinor={held.amountMinor} />
    </span>
  )
}

/** What drafts have, what is left of sales that got less than all of it, and with them all that is open. */
function Left({
  row: { draft, left, amountMinor, label },
  query,
}: {
  row: Pick<AgeingRow, 'draft' | 'left' | 'amountMinor' | 'label'>
  query: Partial<CallbackListQuery>
}) {
  if (draft.sales + left.sales === 0) return null
  const drafts = { ...query, funding: ['in-draft'] } satisfies Partial<CallbackListQuery>
  return (
    <span className="mt-1 block text-sm">
      {draft.sales > 0 && (
        <>
          <Link
            href={callbackAddress(drafts)}
            prefetch={false}
            aria-label={`${label}: ${counted(draft.sales, 'sale')} in a draft`}
            className="-my-0.5 inline-flex min-h-6 items-center font-medium text-accent-ink hover:underline"
          >
            {draft.sales.toLocaleString('en-US')} in a draft
          </Link>
          <span className="block">
            <Money amountMinor={draft.amountMinor} />
          </span>
        </>
      )}
      {left.sales > 0 && (
        <>
          <Link
            href={callbackAddress({ ...query, short: true })}
            prefetch={false}
            aria-label={`${label}: ${counted(left.sales, 'partially funded sale')}`}
            className="-my-0.5 inline-flex min-h-6 items-center font-medium text-accent-ink hover:underline"
          >
            {left.sales.toLocaleString('en-US')} partially funded
          </Link>
          <span className="block">
            <Money amountMinor={left.amountMinor} /> left
          </span>
        </>
      )}
      <span className="block font-medium">
        <Money amountMinor={amountMinor + draft.amountMinor + left.amountMinor} /> open
      </span>
    </span>
  )
}

function FundRow({ row }: { row: AgeingRow }) {
  const count = row.sales - row.held.sales
  return (
    count > 0 && (
      <FundRowButton count={count} profileId={row.profileId} merchantId={row.merchantId} label={row.label} />
    )
  )
}
