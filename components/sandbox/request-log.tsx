'use client'

import { Inbox } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useRef, useState } from 'react'
import { fetchLive } from '@/components/shell/fetch-live'
import { LiveSwitch, StaleNotice } from '@/components/shell/live-switch'
import { useLive } from '@/components/shell/use-live'
import { StatusBadge } from '@/components/ui/badge'
import { LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Table, Td, Th } from '@/components/ui/table'
import { grouped } from '@/lib/domain/values/money'
import { routes } from '@/lib/routes'
import type { ControlEndpoint, ControlRequest } from '@/lib/server/sandbox/controls'
import { lookSince, mergeRequests } from './merge-requests'
import { answerWords, ENDPOINTS, endpointLabel } from './sandbox-words'
import { useKeptPlace } from './use-kept-place'

/** The journal, newest first; what comes in appears by itself. `endpoint` is the filter in the address. */
export function RequestLog({
  first,
  endpoint,
}: {
  first: readonly ControlRequest[]
  endpoint: ControlEndpoint | null
}) {
  const [requests, setRequests] = useState(first)
  const [news, setNews] = useState('')
  const [live, setLive] = useState(true)
  const list = useRef<HTMLDivElement>(null)
  const keepPlace = useKeptPlace(list)

  async function look(): Promise<string | null> {
    const looked = await fetchLive<ControlRequest[]>(requestsAddress(lookSince(requests), endpoint))
    if (!looked.ok) return looked.problem
    const merged = mergeRequests(requests, looked.value)
    if (merged === requests) return null
    if (merged === null) return lookFromTheBeginning()
    keepPlace()
    setRequests(merged)
    setNews(newsWords(looked.value.length - (requests.length === 0 ? 0 : 1)))
    return null
  }

  async function lookFromTheBeginning(): Promise<string | null> {
    const looked = await fetchLive<ControlRequest[]>(requestsAddress(0, endpoint))
    if (!looked.ok) return looked.problem
    setRequests(looked.value)
    return null
  }

  const { problem, resting } = useLive(look, live)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <EndpointFilter endpoint={endpoint} />
        <LiveSwitch on={live} resting={resting} onChange={setLive} />
      </div>
      <p role="status" className="sr-only">
        {news}
      </p>
      <div
        ref={list}
        className="overflow-clip rounded-lg border border-line bg-surface [overflow-anchor:none]"
      >
        <StaleNotice problem={problem} />
        {requests.length === 0 ? (
          <NoRequest endpoint={endpoint} />
        ) : (
          <RequestTable requests={requests} newestAtFirst={first[0]?.n ?? 0} />
        )}
      </div>
      {requests.length > 0 && (
        <p className="text-sm text-muted">
          The newest {grouped(String(requests.length))} are here. Nothing of the journal is deleted before a
          reset.
        </p>
      )}
    </div>
  )
}

const newsWords = (count: number) => (count === 1 ? '1 new request' : `${count} new requests`)

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
              prefetch={false}
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
      title="No request yet"
      actions={<LinkButton href={routes.applications}>Go to the applications</LinkButton>}
    >
      Everything that the partner's interface is sent stands here, with its answer. Submit an application, and
      this page shows it without a reload.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<Inbox />}
      title="No request to this endpoint"
      actions={<LinkButton href={routes.sandboxPages.requests}>Show all requests</LinkButton>}
    >
      “{endpointLabel(endpoint)}” was not called since the sandbox began.
    </EmptyState>
  )
}

function RequestTable({
  requests,
  newestAtFirst,
}: {
  requests: readonly ControlRequest[]
  newestAtFirst: number
}) {
  return (
    <Table label="Requests">
      <thead>
        <tr>
          <Th numeric>Number</Th>
          <Th>Received</Th>
          <Th className="max-md:hidden">Endpoint</Th>
          <Th className="max-md:hidden">Answer</Th>
          <Th className="max-md:hidden">Applied</Th>
          <Th numeric className="max-md:hidden">
            Bytes
          </Th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <RequestRow key={request.n} request={request} isNew={request.n > newestAtFirst} />
        ))}
      </tbody>
    </Table>
  )
}

/** One that came in while the page was open begins in colour. The whole row is the link. */
function RequestRow({ request, isNew }: { request: ControlRequest; isNew: boolean }) {
  const { n, at, endpoint, status, applied, bytes } = request
  const { tone, label } = answerWords(status)
  return (
    <tr
      className={classNames(
        'relative',
        isNew && 'transition-colors duration-[4000ms] starting:bg-accent-soft motion-reduce:transition-none',
      )}
    >
      <Td numeric className="w-0">
        <Link
          href={routes.sandboxPages.request(n)}
          prefetch={false}
          aria-label={`Request ${n}`}
          className="rounded-sm text-accent-ink underline-offset-2 after:absolute after:inset-0 hover:underline"
        >
          {n}
        </Link>
      </Td>
      <Td>
        <DateTime at={at} seconds />
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-muted md:hidden">
          <StatusBadge tone={tone}>{label}</StatusBadge>
          {endpointLabel(endpoint)} · {appliedWords(applied)}
        </span>
      </Td>
      <Td className="max-md:hidden">{endpointLabel(endpoint)}</Td>
      <Td className="max-md:hidden">
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </Td>
      <Td className={classNames('max-md:hidden', !applied && 'text-muted')}>{appliedWords(applied)}</Td>
      <Td numeric className="max-md:hidden">
        {grouped(String(bytes))}
      </Td>
    </tr>
  )
}

const appliedWords = (applied: boolean): string => (applied ? 'Applied' : 'Not applied')
