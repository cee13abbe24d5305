'use client'

import { FileText, Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useMemo, useRef, useState } from 'react'
import { IN_ORDER, Pager } from '@/components/lists/pager'
import { notLoaded } from '@/components/shell/not-loaded'
import { LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { type ApplicationListQuery, applicationList, COUNTED } from '@/lib/domain/application/list-query'
import { filterLabel, LIST_FILTERS, type ListFilter, UPDATE_NOT_SENT } from '@/lib/domain/application/status'
import { type PackedPage, unpackPage } from '@/lib/domain/lists/packed-rows'
import type { ApplicationListView } from '@/lib/server/applications/list-loaders'
import { listAddress } from './application-list-address'
import { NewApplicationButton } from './application-list-new'
import { ListBoard } from './list-board'
import { ListSearch } from './list-search'
import { ListViews } from './list-views'

const SendManyDialog = dynamic(() => import('./send-many-dialog').catch(notLoaded), { loading: () => null })

type Sending = { applicationIds: readonly string[]; onSent: (applicationId: string) => void }

/**
 * The list with its search and filters, all of which are in its address. It renders in the browser as well, because
 * otherwise the page would contain every row twice: as HTML, and serialized for the router.
 */
export function ApplicationList({
  list: packed,
  query,
}: {
  list: PackedPage<ApplicationListView>
  query: ApplicationListQuery
}) {
  const list = useMemo(() => unpackPage<ApplicationListView>(packed), [packed])
  // Kept here and not beside the rows, because a submitted application can leave the filtered list.
  const [sending, setSending] = useState<Sending | null>(null)
  const board = useRef<HTMLDivElement>(null)
  if (Object.keys(list.counts).length === 0) return <NoApplications mayWrite={list.mayWrite} />
  return (
    <div className="flex flex-col gap-3">
      <ListViews list={list} query={query} />
      <ListSearch list={list} query={query} />
      <StatusFilter counts={list.counts} query={query} />
      <div ref={board} tabIndex={-1} className="rounded-lg focus-visible:outline-none">
        <ListBoard
          list={list}
          query={query}
          onSend={(applicationIds, onSent) => setSending({ applicationIds, onSent })}
          empty={<NothingFound query={query} />}
        >
          <Pager
            page={list}
            cursor={query.cursor}
            addressAt={(cursor) => listAddress({ ...query, cursor })}
            words={query.sort ? IN_ORDER : undefined}
          />
        </ListBoard>
      </div>
      {sending && (
        <SendManyDialog
          {...sending}
          onClose={() => {
            setSending(null)
            // The button that opened the dialog is gone if everything that was chosen was sent.
            setTimeout(() => {
              if (document.activeElement === document.body) board.current?.focus({ preventScroll: true })
            })
          }}
        />
      )}
    </div>
  )
}

function NoApplications({ mayWrite }: { mayWrite: boolean }) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={<FileText />}
        title="No applications yet"
        actions={mayWrite && <NewApplicationButton />}
      >
        Every merchant that is boarded has an application here, from the first draft to the partner’s answer.
        {mayWrite
          ? ' Begin with one: it is saved as you type, and nothing is sent before you say so.'
          : ' The onboarding team begins them.'}
      </EmptyState>
    </div>
  )
}

function NothingFound({ query }: { query: ApplicationListQuery }) {
  const without = { ...query, search: '', cursor: null }
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={<Search />}
        title="No applications found"
        actions={
          <>
            {query.search !== '' && applicationList.isFiltered(without) && (
              <LinkButton
                href={listAddress({
                  ...applicationList.sorted(query),
                  search: query.search,
                  columns: query.columns,
                })}
              >
                Search in all applications
              </LinkButton>
            )}
            <LinkButton href={listAddress({ ...applicationList.sorted(query), columns: query.columns })}>
              Show all applications
            </LinkButton>
          </>
        }
      >
        {query.search !== '' ? (
          <>
            Nothing found for “<bdi className="break-words">{query.search}</bdi>”
            {applicationList.isFiltered(without) && ' with these filters'}. Names of merchants and owners are
            found by the beginnings of their words; a number (
            <span className="whitespace-nowrap">A-1042</span>), the partner’s record IDs and the last four
            digits of a tax ID as a whole.
          </>
        ) : query.assignee === 'me' ? (
          'Nothing with these filters is yours. What you start is, and what someone assigns to you.'
        ) : applicationList.isFiltered(query) ? (
          'None has all of these filters at the moment.'
        ) : (
          'There is nothing older than this.'
        )}
      </EmptyState>
    </div>
  )
}

/**
 * Each status can be added to the others. Counts are of all applications, so they are hidden while other filters
 * are active.
 */
function StatusFilter({
  counts,
  query,
}: {
  counts: ApplicationListView['counts']
  query: ApplicationListQuery
}) {
  const { statuses } = query
  const isOnly = !applicationList.isFiltered({ ...query, statuses: [] })
  const shown = LIST_FILTERS.filter((filter) => counts[filter] || statuses.includes(filter))
  return (
    <nav aria-label="Filter by status">
      <ul className="flex flex-wrap gap-1">
        <StatusLink
          label="All"
          here={statuses.length === 0}
          href={listAddress({ ...query, statuses: [], cursor: null })}
          count={isOnly ? allText(counts) : null}
        />
        {shown.map((filter) => (
          <StatusLink
            key={filter}
            label={filterLabel(filter)}
            here={statuses.includes(filter)}
            href={listAddress({ ...query, statuses: toggled(statuses, filter), cursor: null })}
            count={isOnly ? countText(counts[filter] ?? 0) : null}
          />
        ))}
      </ul>
    </nav>
  )
}

const toggled = (filters: readonly ListFilter[], filter: ListFilter) =>
  LIST_FILTERS.filter((one) => filters.includes(one) !== (one === filter))

const countText = (count: number) => (count > COUNTED ? `${grouped(COUNTED)}+` : grouped(count))

function allText(counts: ApplicationListView['counts']): string {
  // Updates are already counted with the applications that they update.
  const { [UPDATE_NOT_SENT.slug]: _, ...listed } = counts
  const each = Object.values(listed)
  const sum = each.reduce((total, count) => total + Math.min(count, COUNTED), 0)
  return each.some((count) => count > COUNTED) ? `${grouped(sum)}+` : grouped(sum)
}

const grouped = (count: number) => count.toLocaleString('en-US')

function StatusLink({
  label,
  here,
  href,
  count,
}: {
  label: string
  here: boolean
  href: ReturnType<typeof listAddress>
  count: string | null
}) {
  return (
    <li>
      <Link
        href={href}
        aria-current={here ? 'true' : undefined}
        className={classNames(
          'inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-sm font-medium pointer-coarse:h-10',
          here
            ? 'border-accent-line bg-accent-soft text-accent-ink'
            : 'border-transparent text-muted hover:bg-sunken hover:text-ink',
        )}
      >
        {label}
        {count !== null && <span className="text-xs font-normal">{count}</span>}
      </Link>
    </li>
  )
}
