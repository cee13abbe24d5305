'use client'

import { Landmark } from 'lucide-react'
import { useMemo } from 'react'
import { defineColumns } from '@/components/lists/columns'
import { DataList, ListBox } from '@/components/lists/data-list'
import { FilterForm } from '@/components/lists/filter-form'
import { addressesOf, sortsOf } from '@/components/lists/list-address'
import { IN_ORDER, Pager } from '@/components/lists/pager'
import { merchantListAddress } from '@/components/merchants/merchant-address'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { batchStatusOf } from '@/lib/domain/funding/batch'
import {
  BATCH_FILTERS,
  type BatchFilter,
  type BatchListQuery,
  batchFilterLabel,
  batchList,
} from '@/lib/domain/funding/batch-list-query'
import { type Choices, choicesOf, MAX_LIST_TEXT } from '@/lib/domain/lists/list-query'
import { type PackedPage, unpackPage } from '@/lib/domain/lists/packed-rows'
import { counted } from '@/lib/domain/values/counted'
import { dollarWords } from '@/lib/domain/values/money'
import { routes } from '@/lib/routes'
import type { BatchListItem, BatchListView } from '@/lib/server/funding/views'
import { CorrectionLinks } from './correction-links'
import { PURPOSE_LABELS } from './funding-labels'

const addressOf = addressesOf(batchList, routes.funding)

const COLUMNS = defineColumns<BatchListItem>([
  {
    id: 'number',
    title: 'Number',
    card: 'subtitle',
    className: 'whitespace-nowrap',
    cell: ({ id, number }) => (
      <Link href={routes.fundingBatch(id)} className="link font-medium">
        {`B-${number}`}
      </Link>
    ),
  },
  {
    id: 'name',
    title: 'Name',
    card: 'title',
    className: 'min-w-44',
    cell: ({ name, purpose, corrects, corrections, overwrites }) => (
      <>
        <bdi className="line-clamp-2 wrap-anywhere">{name}</bdi>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          {PURPOSE_LABELS[purpose] && <Badge>{PURPOSE_LABELS[purpose]}</Badge>}
          <CorrectionLinks corrects={corrects} corrections={corrections} overwrites={overwrites} />
        </span>
      </>
    ),
  },
  { id: 'status', title: 'Status', card: 'badge', cell: (item) => <StatusWithCounts item={item} /> },
  {
    id: 'transactions',
    title: 'Transactions',
    numeric: true,
    cell: ({ transactions }) => transactions.toLocaleString('en-US'),
  },
  {
    id: 'amount',
    title: 'Amount',
    numeric: true,
    cell: ({ amountMinor, approvedMinor, moved }) => (
      <>
        <Money amountMinor={amountMinor} />
        {moved && <span className="block text-xs text-muted">{moved}</span>}
        {approvedMinor !== null && (
          <span className="block text-xs text-muted">{dollarWords(approvedMinor)} approved</span>
        )}
      </>
    ),
  },
  {
    id: 'profile',
    title: 'Profile',
    cell: ({ profileLabel }) => <bdi className="list-person">{profileLabel}</bdi>,
  },
  {
    id: 'creator',
    title: 'Created by',
    cell: ({ createdBy }) => <bdi className="list-person">{createdBy}</bdi>,
  },
  { id: 'changed', title: 'Updated', cell: ({ updatedAt }) => <DateTime at={updatedAt} /> },
])

export function BatchFilters({
  profiles,
  mayWrite,
  query,
}: Pick<BatchListView, 'profiles' | 'mayWrite'> & { query: BatchListQuery }) {
  return (
    <FilterForm
      address={routes.funding}
      list={batchList}
      query={query}
      search={{
        label: 'Search batches',
        placeholder: 'B-1042, batch name, merchant ID, transaction ID',
        maxLength: MAX_LIST_TEXT,
        value: query.search,
      }}
      choices={{
        statuses: [...together(query.statuses), ...choicesOf(BATCH_FILTERS, batchFilterLabel)],
        profileId:
          profiles.length > 1 ? profiles.map(({ profileId, label }) => [profileId, label] as const) : null,
        ...(!mayWrite && query.work === null && { work: null }),
      }}
    />
  )
}

/** Several statuses in the address become a choice of their own, so that the next search keeps them. */
const together = (asked: readonly BatchFilter[]): Choices =>
  asked.length > 1 ? [[asked.join(','), asked.map(batchFilterLabel).join(' or ')]] : []

type ListedBatches = Omit<BatchListView, 'toApprove'>

/**
 * Renders in the browser as well: otherwise the page would contain every row twice, once in the router's long form.
 */
export function BatchList({ packed, query }: { packed: PackedPage<ListedBatches>; query: BatchListQuery }) {
  const view = useMemo(() => unpackPage<ListedBatches>(packed), [packed])
  return (
    <>
      <ListBox>
        {view.items.length > 0 ? (
          <DataList
            label="Batches"
            rows={view.items}
            columns={COLUMNS}
            rowKey={({ id }) => id}
            sortOf={sortsOf(batchList, query, addressOf)}
          />
        ) : (
          <NoBatches
            isFiltered={batchList.isFiltered(query)}
            search={query.search}
            mayWrite={view.mayWrite}
          />
        )}
      </ListBox>
      <Pager
        page={view}
        cursor={query.cursor}
        addressAt={(cursor) => addressOf({ ...query, cursor })}
        words={query.sort ? IN_ORDER : undefined}
      />
    </>
  )
}

function NoBatches({
  isFiltered,
  search,
  mayWrite,
}: {
  isFiltered: boolean
  search: string
  mayWrite: boolean
}) {
  return isFiltered ? (
    <EmptyState
      icon={<Landmark />}
      title="No batches found"
      actions={
        <>
          <LinkButton href={routes.funding}>Clear filters</LinkButton>
          {search !== '' && (
            <LinkButton href={merchantListAddress({ search })}>Search merchants by name</LinkButton>
          )}
        </>
      }
    >
      Search by a complete transaction ID, reference number or merchant ID, by part of a batch’s name, or by
      the last characters, at least 4, of the ID of a sale in the callback log. A merchant’s page lists its
      latest batches.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<Landmark />}
      title="No batches yet"
      actions={
        mayWrite && (
          <LinkButton variant="primary" href={routes.newFundingBatch}>
            New batch
          </LinkButton>
        )
      }
    >
      A batch splits the money of each transaction among merchants. Import a file, paste cells or type rows.
      Someone else approves it before it is sent.
    </EmptyState>
  )
}

/** A finished batch's status with the counts of its transactions. */
function StatusWithCounts({
  item: { status, succeeded, failed, isClosed, errors },
}: {
  item: BatchListItem
}) {
  const { label, tone } = batchStatusOf({ status, succeeded, failed })
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {failed > 0 && (
        <span className={classNames('text-xs', isClosed ? 'text-muted' : 'text-bad-ink')}>
          {failed.toLocaleString('en-US')} of {(failed + succeeded).toLocaleString('en-US')} not funded
          {isClosed && ', closed'}
        </span>
      )}
      {status === 'draft' && errors > 0 && (
        <span className="text-xs text-bad-ink">{counted(errors, 'error')}</span>
      )}
    </span>
  )
}
