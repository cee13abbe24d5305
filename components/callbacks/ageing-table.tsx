'use client'

import { CircleCheck } from 'lucide-react'
import { defineColumns } from '@/components/lists/columns'
import { DataList, ListBox } from '@/components/lists/data-list'
import { LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
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

/**
 * Unfunded sales by receiver and age, and the rest of partly funded ones. Each figure links to its sales in the log.
 */
export function AgeingTable({
  view: { rows, today, mayFund },
}: {
  view: Omit<AgeingView, 'profiles' | 'dayRule'>
}) {
  if (rows.length === 0) {
    return (
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState
          icon={<CircleCheck />}
          title="No unfunded sales"
          actions={<LinkButton href={routes.callbacks}>Open callback log</LinkButton>}
        >
          Approved sales that are in no submitted batch appear here, by merchant and age.
        </EmptyState>
      </div>
    )
  }
  const total: ShownRow = { ...sumOf(rows), label: 'All receivers', of: null, oldestAt: null }
  return (
    <ListBox>
      <DataList
        label="Unfunded sales"
        cards="medium"
        rows={[...rows.map(toShown), ...(rows.length > 1 ? [total] : [])]}
        columns={columnsOf(today, mayFund)}
        rowKey={({ of }) => (of ? keyOf(of) : 'all')}
        rowClass={({ of }) => (of ? '' : 'bg-sunken/60')}
      />
      <p className="border-t border-line px-4 py-2 text-sm text-muted">{OPEN_WORDS}</p>
    </ListBox>
  )
}

/** One receiver, or the total of all receivers if `of` is null. */
type ShownRow = Omit<AgeingRow, 'profileId' | 'merchantId' | 'oldestAt'> & {
  of: AgeingRow | null
  oldestAt: AgeingRow['oldestAt'] | null
}

const toShown = (row: AgeingRow): ShownRow => ({ ...row, of: row })

const columnsOf = (today: IsoDate, mayFund: boolean) =>
  defineColumns<ShownRow>([
    {
      id: 'receiver',
      title: 'Receiver',
      card: 'title',
      className: 'min-w-40',
      cell: ({ of }) => (of ? <Receiver row={of} /> : 'All receivers'),
    },
    ...AGES.map((age, index) => ({
      id: age.label,
      title: age.label,
      numeric: true,
      card: 'line' as const,
      cell: (row: ShownRow) => {
        const figure = figureOf(row, index)
        if (figure.sales === 0) return null
        return (
          <Figure
            {...figure}
            query={{ ...salesOf(row), ...daysOfAge(age, today) }}
            label={`${row.label}, ${age.label}`}
            isOld={age.most === null}
          />
        )
      },
    })),
    {
      id: 'all',
      title: 'All',
      numeric: true,
      card: 'line',
      cell: (row) => (
        <div className="text-end">
          <Figure {...row} query={salesOf(row)} label={`${row.label}, all`} />
          <Held row={row} />
          <Left
            row={row}
            query={row.of ? { profileId: row.of.profileId, merchantId: row.of.merchantId } : {}}
          />
        </div>
      ),
    },
    {
      id: 'oldest',
      title: 'Oldest',
      card: 'line',
      cell: ({ oldestAt }) => oldestAt && <DateTime at={oldestAt} />,
    },
    ...(mayFund
      ? [
          {
            id: 'fund',
            title: <span className="sr-only">Funding</span>,
            card: 'actions' as const,
            cell: ({ of }: ShownRow) => of && <FundRow row={of} />,
          },
        ]
      : []),
  ])

const keyOf = ({ profileId, merchantId }: AgeingRow): string => `${profileId} ${merchantId}`

const salesOf = ({ of }: ShownRow): Partial<CallbackListQuery> => ({
  ...(of && { profileId: of.profileId, merchantId: of.merchantId }),
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

/** The number and amount of sales, or a dash if there are none. */
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
        aria-label={`${label}: ${counted(sales, 'unfunded sale')}`}
        className={classNames(
          '-my-0.5 inline-flex min-h-6 items-center font-medium hover:underline',
          isOld ? 'text-bad-ink' : 'text-accent-ink',
        )}
      >
        {counted(sales, 'sale')}
      </Link>
      <span className="block text-end text-sm @max-[64rem]/list:min-w-24">
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

/** Sales in drafts, the rest of partly funded sales, and the total that is open. */
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
