'use client'

import { Inbox } from 'lucide-react'
import type { Route } from 'next'
import { useRef, useState } from 'react'
import { defineColumns } from '@/components/lists/columns'
import { DataList } from '@/components/lists/data-list'
import { fetchLive } from '@/components/shell/fetch-live'
import { LiveSwitch } from '@/components/shell/live-switch'
import { StaleNotice } from '@/components/shell/stale-notice'
import { usePoll } from '@/components/shell/use-live'
import { StatusBadge } from '@/components/ui/badge'
import { LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { grouped } from '@/lib/domain/values/money'
import { routes } from '@/lib/routes'
import type { ControlEndpoint, ControlRequest } from '@/lib/server/sandbox/controls'
import { askSince, mergeRequests } from './merge-requests'
import { answerWords, ENDPOINTS, endpointLabel } from './sandbox-labels'
import { useScrollAnchor } from './use-scroll-anchor'

/** The journal, newest first, updated live. `endpoint`: the filter in the address. */
export function RequestLog({
  first,
  endpoint,
}: {
  first: readonly ControlRequest[]
  endpoint: ControlEndpoint | null
}) {
  const [requests, setRequests] = useState(first)
  const [arrived, setArrived] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const keepPlace = useScrollAnchor(list)

  async function poll(): Promise<string | null> {
    const answer = await fetchLive<ControlRequest[]>(requestsAddress(askSince(requests), endpoint))
    if (!answer.ok) return answer.problem
    const merged = mergeRequests(requests, answer.value)
    if (merged === requests) return null
    if (merged === null) return readFromTheBeginning()
    keepPlace()
    setRequests(merged)
    setArrived(arrivedWords(answer.value.length - (requests.length === 0 ? 0 : 1)))
    return null
  }

  async function readFromTheBeginning(): Promise<string | null> {
    const answer = await fetchLive<ControlRequest[]>(requestsAddress(0, endpoint))
    if (!answer.ok) return answer.problem
    setRequests(answer.value)
    return null
  }

  const { problem, live } = usePoll(poll)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <EndpointFilter endpoint={endpoint} />
        <LiveSwitch {...live} />
      </div>
      <p role="status" className="sr-only">
        {arrived}
      </p>
      <div
        ref={list}
        className="overflow-clip rounded-lg border border-line bg-surface [overflow-anchor:none]"
      >
        <StaleNotice problem={problem} />
        {requests.length === 0 ? (
          <NoRequest endpoint={endpoint} />
        ) : (
          <DataList
            label="Requests"
            rows={requests}
            columns={COLUMNS}
            rowKey={({ n }) => n}
            rowClass={({ n }) => (n > (first[0]?.n ?? 0) ? NEW : 'relative')}
          />
        )}
      </div>
      {requests.length > 0 && (
        <p className="text-sm text-muted">
          The newest {grouped(String(requests.length))} are shown. The journal is kept until a reset.
        </p>
      )}
    </div>
  )
}

const arrivedWords = (count: number) => (count === 1 ? '1 new request' : `${count} new requests`)

const requestsAddress = (since: number, endpoint: ControlEndpoint | null) =>
  `${routes.api.sandboxRequests}?${new URLSearchParams({ since: String(since), ...(endpoint && { endpoint }) })}`

function EndpointFilter({ endpoint }: { endpoint: ControlEndpoint | null }) {
  return (
    <nav aria-label="Filter by endpoint">
      <ul className="flex flex-wrap gap-1">
        {[{ name: null, label: 'All' }, ...ENDPOINTS].map(({ name, label }) => (
          <li key={label}>
            <Link
              href={
                (name === null
                  ? routes.sandboxPages.requests
                  : `${routes.sandboxPages.requests}?endpoint=${name}`) as Route
              }
              aria-current={name === endpoint ? 'true' : undefined}
              className={classNames(
                'inline-flex h-7 items-center rounded-full border px-2.5 text-sm font-medium pointer-coarse:h-10',
                name === endpoint
                  ? 'border-accent-line bg-accent-soft text-accent-ink'
                  : 'border-transparent text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function NoRequest({ endpoint }: { endpoint: ControlEndpoint | null }) {
  return endpoint === null ? (
    <EmptyState
      icon={<Inbox />}
      title="No requests yet"
      actions={<LinkButton href={routes.applications}>Go to the applications</LinkButton>}
    >
      Requests to the partner’s interface appear here with their answers. Submit an application to begin.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<Inbox />}
      title="No requests to this endpoint"
      actions={<LinkButton href={routes.sandboxPages.requests}>Show all requests</LinkButton>}
    >
      “{endpointLabel(endpoint)}” was not called since the sandbox began.
    </EmptyState>
  )
}

const COLUMNS = defineColumns<ControlRequest>([
  {
    id: 'number',
    title: 'Number',
    numeric: true,
    card: 'title',
    className: 'w-0',
    // The whole row is the link.
    cell: ({ n }) => (
      <Link
        href={routes.sandboxPages.request(n)}
        aria-label={`Request ${n}`}
        className="link font-normal after:absolute after:inset-0"
      >
        {n}
      </Link>
    ),
  },
  { id: 'received', title: 'Received', cell: ({ at }) => <DateTime at={at} seconds /> },
  {
    id: 'endpoint',
    title: 'Endpoint',
    card: 'subtitle',
    cell: ({ endpoint }) => endpointLabel(endpoint),
  },
  {
    id: 'answer',
    title: 'Answer',
    card: 'badge',
    cell: ({ status }) => {
      const { tone, label } = answerWords(status)
      return <StatusBadge tone={tone}>{label}</StatusBadge>
    },
  },
  {
    id: 'applied',
    title: 'Applied',
    cell: ({ applied }) =>
      applied ? appliedWords(applied) : <span className="text-muted">{appliedWords(applied)}</span>,
  },
  { id: 'bytes', title: 'Bytes', numeric: true, cell: ({ bytes }) => grouped(String(bytes)) },
])

/** A row that arrived while the page was open starts in color. */
const NEW =
  'relative transition-colors duration-[4000ms] starting:bg-accent-soft motion-reduce:transition-none'

const appliedWords = (applied: boolean): string => (applied ? 'Applied' : 'Not applied')
