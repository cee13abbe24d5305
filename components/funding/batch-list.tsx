import { Landmark } from 'lucide-react'
import Link from 'next/link'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { Button, LinkButton } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Money } from '@/components/ui/money'
import { Table, Td, Th } from '@/components/ui/table'
import { BATCH_STATUS_MEANING, BATCH_STATUSES, batchStanding } from '@/lib/domain/funding/batch'
import {
  ALL_BATCHES,
  type BatchListQuery,
  isBatchListFiltered,
  MAX_BATCH_SEARCH,
  writeBatchListQuery,
} from '@/lib/domain/funding/batch-list-query'
import { routes } from '@/lib/routes'
import type { BatchListItem, BatchListView } from '@/lib/server/funding/views'
import { PURPOSE_WORDS } from './funding-words'

const addressOf = (query: BatchListQuery) => {
  const words = writeBatchListQuery(query)
  return (words === '' ? routes.funding : `${routes.funding}?${words}`) as typeof routes.funding
}

/** Search and filters: a plain form, so that what is asked for stands in the address. */
export function BatchFilters({ view, query }: { view: BatchListView; query: BatchListQuery }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> can hold a form, and not be one
    <form
      key={writeBatchListQuery(query)}
      role="search"
      action={routes.funding}
      className="flex flex-wrap items-end gap-2"
    >
      <input
        type="search"
        name="q"
        defaultValue={query.search}
        maxLength={MAX_BATCH_SEARCH}
        aria-label="Search batches"
        placeholder="B-1042, name, transaction ID, merchant ID"
        className="control min-w-0 flex-[1_1_18rem] sm:max-w-md"
      />
      <select
        name="status"
        defaultValue={query.statuses[0] ?? ''}
        aria-label="Status"
        className="control control-select w-auto"
      >
        <option value="">Every status</option>
        {BATCH_STATUSES.map((status) => (
          <option key={status} value={status}>
            {BATCH_STATUS_MEANING[status].label}
          </option>
        ))}
      </select>
      {view.profiles.length > 1 && (
        <select
          name="profile"
          defaultValue={query.profileId ?? ''}
          aria-label="Funding profile"
          className="control control-select w-auto"
        >
          <option value="">Every profile</option>
          {view.profiles.map(({ profileId, label }) => (
            <option key={profileId} value={profileId}>
              {label}
            </option>
          ))}
        </select>
      )}
      <label className="flex min-h-8.5 items-center gap-2 text-sm">
        <input type="checkbox" name="mine" value="1" defaultChecked={query.mine} className="size-4" />
        Made by me
      </label>
      <label className="flex min-h-8.5 items-center gap-2 text-sm">
        <input
          type="checkbox"
          name="attention"
          value="1"
          defaultChecked={query.attention}
          className="size-4"
        />
        Needs attention
      </label>
      <Button type="submit">Show</Button>
      {isBatchListFiltered(query) && (
        <LinkButton variant="ghost" prefetch={false} href={routes.funding}>
          Clear
        </LinkButton>
      )}
    </form>
  )
}

export function BatchList({ view, query }: { view: BatchListView; query: BatchListQuery }) {
  const { items, older, newer, mayWrite } = view
  return (
    <div className="overflow-clip rounded-lg border border-line bg-surface">
      {items.length === 0 ? (
        isBatchListFiltered(query) ? (
          <EmptyState
            icon={<Landmark />}
            title="No batch fits"
            actions={
              <LinkButton prefetch={false} href={addressOf(ALL_BATCHES)}>
                Show all batches
              </LinkButton>
            }
          >
            A whole transaction ID, reference number or merchant ID is looked for, or a part of a name.
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
            A batch says how the money of each transaction is split among merchants. It comes from a file,
            from pasted cells, or is typed, and is sent once somebody else has approved it.
          </EmptyState>
        )
      ) : (
        <>
          <BatchTable items={items} />
          <BatchCards items={items} />
        </>
      )}
      {(older || newer) && (
        <nav aria-label="Pages" className="flex justify-between gap-2 border-t border-line px-4 py-2.5">
          {newer ? (
            <LinkButton
              size="small"
              prefetch={false}
              href={addressOf({ ...query, place: { side: 'newer', ...newer } })}
            >
              Newer
            </LinkButton>
          ) : (
            <span />
          )}
          {older && (
            <LinkButton
              size="small"
              prefetch={false}
              href={addressOf({ ...query, place: { side: 'older', ...older } })}
            >
              Older
            </LinkButton>
          )}
        </nav>
      )}
    </div>
  )
}

const LINK = 'font-medium text-accent-ink hover:underline'

function BatchTable({ items }: { items: readonly BatchListItem[] }) {
  return (
    <Table label="Batches" className="max-md:hidden">
      <thead>
        <tr>
          <Th>Number</Th>
          <Th>Name</Th>
          <Th>Status</Th>
          <Th numeric>Transactions</Th>
          <Th numeric>Amount</Th>
          <Th>Profile</Th>
          <Th>Made by</Th>
          <Th>Last change</Th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <Td className="whitespace-nowrap">
              <Link href={routes.fundingBatch(item.id)} prefetch={false} className={LINK}>
                B-{item.number}
              </Link>
            </Td>
            <Th scope="row" className="min-w-44">
              <span className="flex flex-wrap items-center gap-x-2">
                <bdi className="line-clamp-2 wrap-anywhere">{item.name}</bdi>
                <Purpose item={item} />
              </span>
            </Th>
            <Td>
              <Standing item={item} />
            </Td>
            <Td numeric>{item.transactions.toLocaleString('en-US')}</Td>
            <Td numeric>
              <Money amountMinor={item.amountMinor} />
            </Td>
            <Td>
              <bdi>{item.profileLabel}</bdi>
            </Td>
            <Td>
              <bdi>{item.createdBy}</bdi>
            </Td>
            <Td>
              <DateTime at={item.updatedAt} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The same for narrow pages, where a table of eight columns can only be read sideways. */
function BatchCards({ items }: { items: readonly BatchListItem[] }) {
  return (
    <ul className="md:hidden">
      {items.map((item) => (
        <li key={item.id} className="flex flex-col gap-1.5 border-b border-line px-4 py-3 last:border-b-0">
          <div className="flex flex-wrap items-center gap-x-2 font-medium">
            <Link href={routes.fundingBatch(item.id)} prefetch={false} className={LINK}>
              B-{item.number}
            </Link>
            <bdi className="min-w-0 wrap-anywhere">{item.name}</bdi>
            <Purpose item={item} />
          </div>
          <Standing item={item} />
          <p className="flex flex-wrap justify-between gap-x-4 text-sm">
            <span>{item.transactions.toLocaleString('en-US')} transactions</span>
            <Money amountMinor={item.amountMinor} />
          </p>
          <p className="text-sm text-muted">
            <bdi>{item.createdBy}</bdi>, <DateTime at={item.updatedAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function Purpose({ item: { purpose } }: { item: BatchListItem }) {
  return PURPOSE_WORDS[purpose] && <Badge>{PURPOSE_WORDS[purpose]}</Badge>
}

/** A finished batch says beside its state what became of single transactions. */
function Standing({ item: { status, succeeded, failed, errors } }: { item: BatchListItem }) {
  const { label, tone } = batchStanding({ status, succeeded, failed })
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {failed > 0 && (
        <span className="text-xs text-bad-ink">
          {failed.toLocaleString('en-US')} of {(failed + succeeded).toLocaleString('en-US')} not funded
        </span>
      )}
      {status === 'draft' && errors > 0 && (
        <span className="text-xs text-bad-ink">
          {errors.toLocaleString('en-US')} {errors === 1 ? 'error' : 'errors'}
        </span>
      )}
    </span>
  )
}
