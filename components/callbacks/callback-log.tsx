'use client'

import { Search, Webhook } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useMemo, useRef } from 'react'
import { DataList } from '@/components/lists/data-list'
import { Pager } from '@/components/lists/pager'
import { LiveSwitch } from '@/components/shell/live-switch'
import { notLoaded } from '@/components/shell/not-loaded'
import { StaleNotice } from '@/components/shell/stale-notice'
import { Button, LinkButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { type CallbackListQuery, callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { type PackedPage, unpackPage } from '@/lib/domain/lists/packed-rows'
import { routes } from '@/lib/routes'
import type { CallbackCounts, CallbackListView, CallbackWays } from '@/lib/server/callbacks/log/views'
import { callbackAddress } from './callback-address'
import { logColumns } from './log-columns'
import { LogSearch } from './log-search'
import { picksOf, useChoice } from './use-choice'
import { useLiveRows } from './use-live-rows'

// Without a loading state, the whole page would suspend.
const SelectionTools = dynamic(() => import('./log-selection').catch(notLoaded), { loading: () => null })

/**
 * The log with its search and filters; the address holds everything that it shows. It renders in the browser as well,
 * because otherwise the page would carry every row twice, and because new rows arrive there.
 */
export function CallbackLog({
  packed,
  query,
  ways,
}: {
  packed: PackedPage<CallbackListView>
  query: CallbackListQuery
  ways: CallbackWays
}) {
  const view = useMemo(() => unpackPage<CallbackListView>(packed), [packed])
  const list = useRef<HTMLDivElement>(null)
  const choice = useChoice(query)
  const liveRows = useLiveRows(view, query, list, choice.chosen.size > 0)
  const { rows, waiting } = liveRows
  const columns = useMemo(() => logColumns(ways.batches), [ways.batches])
  return (
    <div className="flex flex-col gap-3">
      <div className="-mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Counts counts={liveRows.counts} />
        {liveRows.follows ? (
          <LiveSwitch {...liveRows.live} />
        ) : (
          <p className="text-sm text-muted">Older page, not live.</p>
        )}
      </div>
      <LogSearch view={view} query={query} isEmpty={rows.length === 0} />
      <p role="status" className="sr-only">
        {liveRows.words}
      </p>
      {choice.started && (
        <SelectionTools
          choice={choice}
          rows={rows}
          matching={view.matching}
          matchingMinor={view.matchingMinor}
          sources={view.sources}
          profiles={view.profiles}
          mayCount={view.mayReprocess}
          query={query}
        />
      )}
      <div className="flex flex-col">
        <Held count={waiting.count} isMore={waiting.missed} onShow={waiting.show} />
        <div
          ref={list}
          onPointerMove={liveRows.onPoint}
          className="overflow-clip rounded-lg border border-line bg-surface [overflow-anchor:none]"
        >
          <StaleNotice problem={liveRows.problem} />
          {rows.length > 0 ? (
            <DataList
              label="Callbacks"
              cards="medium"
              rows={rows}
              columns={columns}
              rowKey={({ n }) => n}
              rowClass={({ n }) => (liveRows.fresh.has(n) ? FRESH : '')}
              picks={view.mayFund ? picksOf(choice, rows) : null}
            />
          ) : callbackList.isFiltered(query) || query.cursor ? (
            <NothingFound query={query} />
          ) : (
            <NoCallbacks hasKeys={view.hasKeys} ways={ways} />
          )}
        </div>
      </div>
      <Pager
        page={{ before: view.before, after: liveRows.after }}
        cursor={query.cursor}
        addressAt={(cursor) => callbackAddress({ ...query, cursor })}
      />
    </div>
  )
}

/** A row that arrived while the page was open starts in color. */
const FRESH = 'transition-colors duration-[4000ms] starting:bg-accent-soft motion-reduce:transition-none'

/** Overlays the head of the rows, so that nothing moves when it appears. */
function Held({ count, isMore, onShow }: { count: number; isMore: boolean; onShow: () => void }) {
  return (
    <div className="sticky top-[calc(var(--top-bar)+0.25rem)] z-20 flex h-0 justify-center">
      {count > 0 && (
        <Button
          variant="primary"
          size="small"
          className="mt-1 rounded-full px-3 shadow-raised"
          onClick={onShow}
        >
          {isMore ? 'More than ' : ''}
          {count.toLocaleString('en-US')} new — show
        </Button>
      )}
    </div>
  )
}

function NoCallbacks({ hasKeys, ways }: { hasKeys: boolean; ways: CallbackWays }) {
  return (
    <EmptyState
      icon={<Webhook />}
      title="No callbacks yet"
      actions={
        <>
          {ways.receivers && (
            <LinkButton variant={hasKeys ? 'secondary' : 'primary'} href={routes.settings.callbacks}>
              {hasKeys ? 'Receivers and keys' : 'Add receiver'}
            </LinkButton>
          )}
          {ways.sandbox && hasKeys && (
            <LinkButton href={routes.sandboxPages.callbacks}>Send one from the sandbox</LinkButton>
          )}
          {hasKeys && ways.links && (
            <LinkButton href={routes.hostedPaymentLink}>Create payment link</LinkButton>
          )}
        </>
      }
    >
      Approved sales from the hosted payment page appear here as they arrive.{' '}
      {hasKeys
        ? 'Your receiver is ready.'
        : ways.receivers
          ? 'Add a receiver first. Its key is part of the address that you give to the partner.'
          : 'There are no receivers yet. Ask an administrator to add one.'}
    </EmptyState>
  )
}

function NothingFound({ query }: { query: CallbackListQuery }) {
  const without = { ...query, search: '', cursor: null }
  return (
    <EmptyState
      icon={<Search />}
      title="No callbacks found"
      actions={
        <>
          {query.search !== '' && callbackList.isFiltered(without) && (
            <LinkButton href={callbackAddress({ search: query.search })}>Search the whole log</LinkButton>
          )}
          <LinkButton href={callbackAddress(callbackList.all)}>Show the whole log</LinkButton>
        </>
      }
    >
      {query.search !== '' ? (
        <>
          Nothing found for “<bdi className="break-words">{query.search}</bdi>”
          {callbackList.isFiltered(without) && ' with these filters'}. Enter the last characters of a
          transaction ID, at least 4, a complete transaction ID, invoice, client reference, reference number
          or payment page ID, an amount ($12.50), or the number of a callback (#1042). The payer’s name is not
          searched.
        </>
      ) : callbackList.isFiltered(query) ? (
        'No callback matches these filters.'
      ) : (
        'No older callbacks.'
      )}
    </EmptyState>
  )
}

/** Counting stops here. */
const COUNTED = 1_000

/** What needs attention across the whole log, with links. */
function Counts({ counts: { conflicts, anomalies, unfunded } }: { counts: CallbackCounts }) {
  return (
    <ul aria-label="What waits" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <Count
        count={conflicts}
        one="conflict to resolve"
        many="conflicts to resolve"
        of={{ states: ['conflict'] }}
      />
      <Count
        count={anomalies}
        one="anomaly to review"
        many="anomalies to review"
        of={{ states: ['anomaly', 'unreadable'] }}
      />
      <Count count={unfunded} one="unfunded sale" many="unfunded sales" of={{ funding: ['unfunded'] }} />
    </ul>
  )
}

function Count({
  count,
  one,
  many,
  of,
}: {
  count: number
  one: string
  many: string
  of: Partial<CallbackListQuery>
}) {
  const words = `${count > COUNTED ? '1,000+' : count} ${count === 1 ? one : many}`
  return (
    <li className="text-muted">
      {count === 0 ? (
        words
      ) : (
        <Link
          href={callbackAddress(of)}
          className="inline-flex min-h-6 items-center rounded-sm font-medium text-accent-ink underline-offset-2 hover:underline"
        >
          {words}
        </Link>
      )}
    </li>
  )
}
