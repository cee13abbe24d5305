'use client'

import { Search, Webhook } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useRef } from 'react'
import { LiveSwitch, StaleNotice } from '@/components/shell/live-switch'
import { Button, LinkButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import {
  ALL_CALLBACKS,
  type CallbackCursor,
  type CallbackListQuery,
  isCallbackListFiltered,
} from '@/lib/domain/callbacks/callback-list-query'
import { routes } from '@/lib/routes'
import type { CallbackCounts, CallbackListView, CallbackWays } from '@/lib/server/callbacks/views'
import { callbackAddress } from './callback-address'
import { CallbackCards, CallbackTable } from './log-rows'
import { LogSearch } from './log-search'
import { useChoice } from './use-choice'
import { useNews } from './use-news'

// Without something to show meanwhile, the whole page would wait for it.
const SelectionTools = dynamic(() => import('./log-selection'), { loading: () => null })

/**
 * The log with its search and filters; all that it shows is in its address. Rendered in the browser too, because
 * the page would otherwise bring every row twice, and new ones come in there.
 */
export function CallbackLog({
  view,
  query,
  ways,
}: {
  view: CallbackListView
  query: CallbackListQuery
  ways: CallbackWays
}) {
  const list = useRef<HTMLDivElement>(null)
  const choice = useChoice(query)
  const news = useNews(view, query, list, choice.chosen.size > 0)
  const { rows, live, waiting } = news
  const shown = {
    rows,
    fresh: news.fresh,
    mayOpenBatches: ways.batches,
    choice: view.mayFund ? choice : null,
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="-mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Counts counts={news.counts} />
        {live.follows ? (
          <LiveSwitch on={live.on} resting={live.resting} onChange={live.set} />
        ) : (
          <p className="text-sm text-muted">An older page: it stands still.</p>
        )}
      </div>
      <LogSearch view={view} query={query} isEmpty={rows.length === 0} />
      <p role="status" className="sr-only">
        {news.words}
      </p>
      {choice.begun && (
        <SelectionTools
          choice={choice}
          rows={rows}
          matching={view.matching}
          matchingMinor={view.matchingMinor}
          sources={view.sources}
          query={query}
        />
      )}
      <div className="flex flex-col">
        <Held count={waiting.count} isMore={waiting.missed} onShow={waiting.show} />
        <div
          ref={list}
          onPointerMove={news.onPoint}
          className="overflow-clip rounded-lg border border-line bg-surface [overflow-anchor:none]"
        >
          <StaleNotice problem={live.problem} />
          {rows.length > 0 ? (
            <>
              <CallbackTable {...shown} />
              <CallbackCards {...shown} />
            </>
          ) : isCallbackListFiltered(query) || query.place ? (
            <NothingFound query={query} />
          ) : (
            <NoCallbacks hasKeys={view.hasKeys} ways={ways} />
          )}
        </div>
      </div>
      <Pages newer={view.newer} older={news.older} query={query} />
    </div>
  )
}

/** Over the head of the rows, so that nothing moves when it appears. */
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
      title="No callback yet"
      actions={
        <>
          {ways.receivers && (
            <LinkButton variant={hasKeys ? 'secondary' : 'primary'} href={routes.settings.callbacks}>
              {hasKeys ? 'Receivers and keys' : 'Make a receiver'}
            </LinkButton>
          )}
          {ways.sandbox && hasKeys && (
            <LinkButton href={routes.sandboxPages.callbacks}>Send one from the sandbox</LinkButton>
          )}
          {hasKeys && ways.links && (
            <LinkButton href={routes.hostedPaymentLink}>Make a payment link</LinkButton>
          )}
        </>
      }
    >
      The partner posts each approved sale of the hosted payment page to an address of ours. Each stands here
      as it comes in, without a reload, and can be followed to its money.{' '}
      {hasKeys
        ? 'An address stands ready: the first sale appears here by itself.'
        : ways.receivers
          ? 'Begin with a receiver: its key makes the address that the partner is told.'
          : 'Nothing can come in yet: an administrator makes the receiver whose address the partner is told.'}
    </EmptyState>
  )
}

function NothingFound({ query }: { query: CallbackListQuery }) {
  const without = { ...query, search: '', place: null }
  return (
    <EmptyState
      icon={<Search />}
      title="No callback fits"
      actions={
        <>
          {query.search !== '' && isCallbackListFiltered(without) && (
            <LinkButton prefetch={false} href={callbackAddress({ search: query.search })}>
              Search in the whole log
            </LinkButton>
          )}
          <LinkButton prefetch={false} href={callbackAddress(ALL_CALLBACKS)}>
            Show the whole log
          </LinkButton>
        </>
      }
    >
      {query.search !== '' ? (
        <>
          Nothing found for “<bdi className="break-words">{query.search}</bdi>”
          {isCallbackListFiltered(without) && ' with these filters'}. A whole identifier is looked for, in any
          case: of the transaction, the invoice, the client, the reference number or the payment page.
        </>
      ) : isCallbackListFiltered(query) ? (
        'None has all of these filters at the moment.'
      ) : (
        'There is nothing older than this.'
      )}
    </EmptyState>
  )
}

function Pages({
  newer,
  older,
  query,
}: {
  newer: CallbackCursor | null
  older: CallbackCursor | null
  query: CallbackListQuery
}) {
  if (!newer && !older && !query.place) return null
  const to = (place: CallbackListQuery['place']) => callbackAddress({ ...query, place })
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-between gap-2">
      <div className="flex gap-2">
        {query.place && (
          <LinkButton prefetch={false} href={to(null)}>
            Newest
          </LinkButton>
        )}
        {newer && (
          <LinkButton prefetch={false} href={to({ side: 'newer', ...newer })}>
            Newer
          </LinkButton>
        )}
      </div>
      {older && (
        <LinkButton prefetch={false} href={to({ side: 'older', ...older })}>
          Older
        </LinkButton>
      )}
    </nav>
  )
}

/** They are counted no further. */
const COUNTED = 1_000

/** What waits for somebody, over all of the log; each leads to it. */
function Counts({ counts: { conflicts, anomalies, unfunded } }: { counts: CallbackCounts }) {
  return (
    <ul aria-label="What waits" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <Count
        count={conflicts}
        one="conflict to settle"
        many="conflicts to settle"
        of={{ states: ['conflict'] }}
      />
      <Count
        count={anomalies}
        one="anomaly to look at"
        many="anomalies to look at"
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
          prefetch={false}
          className="inline-flex min-h-6 items-center rounded-sm font-medium text-accent-ink underline-offset-2 hover:underline"
        >
          {words}
        </Link>
      )}
    </li>
  )
}
