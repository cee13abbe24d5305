'use client'

import { FileText, Search } from 'lucide-react'
import Form from 'next/form'
import Link from 'next/link'
import { StatusBadge } from '@/components/ui/badge'
import { Button, LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Table, Td, Th } from '@/components/ui/table'
import { APPLICATION_STATUSES, type ApplicationStatus, STATUS_TEXTS } from '@/lib/domain/application/status'
import { routes } from '@/lib/routes'
import type { ApplicationListItem } from '@/lib/server/applications/list'
import type { ApplicationListView } from '@/lib/server/applications/list-loaders'
import { type ListQuery, listAddress } from './application-list-address'
import { NewApplicationButton } from './application-list-new'

/**
 * The list with its search and filter; all that it shows is in its address. Rendered in the browser too,
 * because the page would otherwise bring every row twice: as HTML, and in its long form for the router.
 */
export function ApplicationList({ list, query }: { list: ApplicationListView; query: ListQuery }) {
  const { items, next, counts, mayWrite } = list
  const filtered = query.search !== '' || query.status !== null
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total === 0) {
    return (
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState
          icon={<FileText />}
          title="No applications yet"
          actions={mayWrite && <NewApplicationButton />}
        >
          Every merchant that is boarded has an application here, from the first draft to the partner's
          answer.
          {mayWrite
            ? ' Begin with one: it is saved as you type, and nothing is sent before you say so.'
            : ' The onboarding team begins them.'}
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <SearchBox query={query} />
      <StatusFilter query={query} counts={counts} total={total} />
      <div className="overflow-clip rounded-lg border border-line bg-surface">
        {items.length === 0 ? (
          <EmptyState
            icon={<Search />}
            title="No application fits"
            actions={<LinkButton href={routes.applications}>Show all applications</LinkButton>}
          >
            {query.search !== '' ? (
              <>
                Nothing found for “<bdi className="break-words">{query.search}</bdi>”
                {query.status && ` among those that are “${STATUS_TEXTS[query.status].label}”`}. Names are
                found by any part; a number (A-1042) and the partner's record ids as a whole.
              </>
            ) : filtered ? (
              'None is in this status at the moment.'
            ) : (
              'There is nothing older than this.'
            )}
          </EmptyState>
        ) : (
          <>
            <ApplicationTable items={items} />
            <ApplicationCards items={items} />
          </>
        )}
      </div>
      {(next || query.after) && (
        <nav aria-label="Pages" className="flex justify-between gap-2">
          {query.after ? (
            <LinkButton href={listAddress({ ...query, after: null })}>Back to the newest</LinkButton>
          ) : (
            <span />
          )}
          {next && <LinkButton href={listAddress({ ...query, after: next })}>Older</LinkButton>}
        </nav>
      )}
    </div>
  )
}

function SearchBox({ query }: { query: ListQuery }) {
  return (
    <Form action={routes.applications} role="search" className="flex max-w-2xl gap-2">
      {query.status && <input type="hidden" name="status" value={query.status} />}
      <input
        // A new address is a new search: the box then shows what was searched for.
        key={query.search}
        type="search"
        name="q"
        defaultValue={query.search}
        maxLength={255}
        aria-label="Search applications"
        placeholder="Name, legal name, A-1042 or record id"
        className="control min-w-0"
      />
      <Button type="submit">
        <Search aria-hidden="true" />
        Search
      </Button>
      {query.search !== '' && (
        <LinkButton variant="ghost" href={listAddress({ status: query.status })}>
          Clear
        </LinkButton>
      )}
    </Form>
  )
}

/** Counts are of all applications; beside a search they would say something else than they seem to. */
function StatusFilter({
  query,
  counts,
  total,
}: {
  query: ListQuery
  counts: ApplicationListView['counts']
  total: number
}) {
  const shown = APPLICATION_STATUSES.filter((status) => counts[status] || status === query.status)
  const entries: { status: ApplicationStatus | null; label: string; count: number }[] = [
    { status: null, label: 'All', count: total },
    ...shown.map((status) => ({ status, label: STATUS_TEXTS[status].label, count: counts[status] ?? 0 })),
  ]
  return (
    <nav aria-label="Filter by status">
      <ul className="flex flex-wrap gap-1">
        {entries.map(({ status, label, count }) => {
          const here = status === query.status
          return (
            <li key={label}>
              <Link
                href={listAddress({ search: query.search, status })}
                prefetch={false}
                aria-current={here ? 'true' : undefined}
                className={classNames(
                  'inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-sm font-medium pointer-coarse:h-10',
                  here
                    ? 'border-accent-line bg-accent-soft text-accent-ink'
                    : 'border-transparent text-muted hover:bg-sunken hover:text-ink',
                )}
              >
                {label}
                {query.search === '' && <span className="text-xs font-normal">{count}</span>}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function ApplicationTable({ items }: { items: readonly ApplicationListItem[] }) {
  return (
    <Table label="Applications" className="max-md:hidden">
      <thead>
        <tr>
          <Th>Number</Th>
          <Th>Merchant</Th>
          <Th>Ownership</Th>
          <Th>Status</Th>
          <Th>Opportunity</Th>
          <Th numeric>Documents</Th>
          <Th>Last change</Th>
          <Th>Started by</Th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <Td className="whitespace-nowrap">
              <Link href={routes.application(item.id)} prefetch={false} className={LINK}>
                A-{item.number}
              </Link>
            </Td>
            <Th scope="row">
              <Names item={item} />
            </Th>
            <Td>{item.ownership || <Nothing />}</Td>
            <Td>
              <Status status={item.status} />
            </Td>
            <Td>
              {item.opportunityId ? (
                <CopyableId value={item.opportunityId} label={`opportunity id of A-${item.number}`} />
              ) : (
                <Nothing />
              )}
            </Td>
            <Td numeric>{item.documents}</Td>
            <Td>
              <DateTime at={item.updatedAt} />
            </Td>
            <Td>
              <bdi>{item.createdBy}</bdi>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The same for narrow pages, where a table of eight columns can only be read sideways. */
function ApplicationCards({ items }: { items: readonly ApplicationListItem[] }) {
  return (
    <ul className="md:hidden">
      {items.map((item) => (
        <li key={item.id} className="flex flex-col gap-1 border-b border-line px-4 py-3 last:border-b-0">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0 font-medium">
              <Names item={item} />
            </div>
            <Status status={item.status} />
          </div>
          <p className="text-sm text-muted">
            A-{item.number}
            {item.ownership && ` · ${item.ownership}`}
            {` · ${item.documents} ${item.documents === 1 ? 'document' : 'documents'}`}
          </p>
          <p className="text-sm text-muted">
            <DateTime at={item.updatedAt} /> · <bdi>{item.createdBy}</bdi>
          </p>
        </li>
      ))}
    </ul>
  )
}

const LINK = 'rounded-sm text-accent-ink underline-offset-2 hover:underline'

function Names({ item: { id, dbaName, legalName } }: { item: ApplicationListItem }) {
  const name = dbaName || legalName
  return (
    <>
      <Link
        href={routes.application(id)}
        prefetch={false}
        className={classNames('line-clamp-2 break-words', LINK, name === '' && 'font-normal italic')}
      >
        <bdi>{name || 'Untitled application'}</bdi>
      </Link>
      {legalName !== '' && legalName !== name && (
        <span className="line-clamp-1 font-normal break-words text-muted">
          <bdi>{legalName}</bdi>
        </span>
      )}
    </>
  )
}

function Status({ status }: { status: ApplicationStatus }) {
  const { tone, label, meaning } = STATUS_TEXTS[status]
  return (
    <span title={meaning} className="shrink-0">
      <StatusBadge tone={tone}>{label}</StatusBadge>
    </span>
  )
}

function Nothing() {
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  )
}
