'use client'

import { Landmark, X } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { Money } from '@/components/ui/money'
import type { CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import { isFundable } from '@/lib/domain/callbacks/ineligible'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import { counted } from '@/lib/domain/values/counted'
import type { CallbackListItem, SourceView } from '@/lib/server/callbacks/log/views'
import { ProfileFilters, ProfilesApart } from './profiles-apart'
import { canCountAsSale, isUnfunded, leftOutOfAll, picksOf, type SaleChoice } from './use-choice'

const FundDialog = dynamic(() => import('./fund-dialog').catch(notLoaded), { loading: () => null })
const CountDialog = dynamic(() => import('./count-dialog').catch(notLoaded), { loading: () => null })
const MarkOutsideDialog = dynamic(() => import('./mark-outside-dialog').catch(notLoaded), {
  loading: () => null,
})

/** Counting stops here: one batch takes no more sales than this, the oldest first. */
const MOST_SALES = 10_000

type Opened =
  | {
      what: 'fund'
      count: number
      profileId: string
      wanted: { query: CallbackListQuery } | { sales: number[] }
    }
  | { what: 'outside'; sales: number[] }
  | { what: 'count'; events: readonly CallbackListItem[] }

const numbersOf = (sales: readonly CallbackListItem[]): number[] => sales.map(({ n }) => n)

/** The actions on the selected sales. Loaded with the first selection, hence a default export. */
export default function SelectionTools({
  choice,
  rows,
  matching,
  matchingFundable,
  sources,
  profiles,
  mayCount,
  query,
}: {
  choice: SaleChoice
  rows: readonly CallbackListItem[]
  /** How many sales match the filters; null if not all of them can be selected. */
  matching: number | null
  /** How many of the `matching` sales can be funded, and their total in cents. */
  matchingFundable: { sales: number; amountMinor: number } | null
  sources: readonly SourceView[]
  profiles: readonly ProfileView[]
  /** Whether the person may count an event as a sale although its type does not say so. */
  mayCount: boolean
  query: CallbackListQuery
}) {
  const router = useRouter()
  const [opened, setOpened] = useState<Opened | null>(null)
  const chosen = rows.filter(({ n }) => choice.chosen.has(n))
  // A dialog keeps the selection that it was opened with, whatever the live log does meanwhile.
  if (chosen.length === 0 && opened === null) return null

  const fundable = chosen.filter(isFundable)
  const unfunded = chosen.filter(isUnfunded)
  const countable = mayCount ? chosen.filter(canCountAsSale) : []
  const isEvery = choice.isEvery && matching !== null
  const count = isEvery ? Math.min(matching, MOST_SALES) : fundable.length
  const profileId = isEvery ? profileAsked(query, sources) : oneOf(fundable.map((sale) => sale.profileId))
  const isMixed = count > 0 && profileId === null
  const picks = picksOf(choice, rows)
  const taken = rows.filter((row) => picks.labelOf(row) !== null && picks.all.takes?.(row) !== false)
  const hasAll = taken.length > 0 && taken.every(picks.isOn)

  function done() {
    choice.choose([])
    router.refresh()
  }

  return (
    // Sticky, so that it is visible at any scroll position and moves no row.
    <div className="sticky bottom-2 z-20 order-last">
      <section
        aria-label="Actions for the selected sales"
        className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-accent-line bg-raised px-3.5 py-2 shadow-raised"
      >
        <p aria-live="polite">
          <span className="font-medium">
            {isEvery
              ? `${many(matching)} sales selected: all that match`
              : `${counted(chosen.length, countable.length > 0 ? 'callback' : 'sale')} selected`}
          </span>
          {isEvery && matching <= MOST_SALES && matchingFundable !== null && (
            <Fundable
              of={matching}
              sales={matchingFundable.sales}
              amountMinor={matchingFundable.amountMinor}
            />
          )}
          {!isEvery && fundable.length > 0 && (
            <Fundable
              of={chosen.length}
              sales={fundable.length}
              amountMinor={fundable.reduce((sum, sale) => sum + (sale.amountMinor ?? 0), 0)}
            />
          )}
        </p>
        {matching !== null && matching > chosen.length && !isEvery && (
          <Button size="small" onClick={() => choice.chooseEvery(rows)}>
            Select all that match ({many(matching).toLowerCase()})
          </Button>
        )}
        <div className="ms-auto flex flex-wrap items-center gap-2">
          <Button
            size="small"
            variant="primary"
            disabled={count === 0 || isMixed}
            onClick={() =>
              profileId !== null &&
              setOpened({
                what: 'fund',
                count,
                profileId,
                wanted: isEvery ? { query: { ...query, cursor: null } } : { sales: numbersOf(fundable) },
              })
            }
          >
            <Landmark aria-hidden="true" />
            Fund these…
          </Button>
          {!isEvery && unfunded.length > 0 && (
            <Button size="small" onClick={() => setOpened({ what: 'outside', sales: numbersOf(unfunded) })}>
              Mark as funded externally…
            </Button>
          )}
          {!isEvery && countable.length > 0 && (
            <Button size="small" onClick={() => setOpened({ what: 'count', events: countable })}>
              Count as {countable.length === 1 ? 'a sale' : `${countable.length} sales`}…
            </Button>
          )}
          <Button size="small" variant="ghost" onClick={() => choice.choose([])}>
            <X aria-hidden="true" />
            Clear selection
          </Button>
        </div>
        <div role="status" className="w-full text-sm text-muted empty:hidden">
          {isMixed && isEvery && <ProfileFilters query={query} profiles={profiles} />}
          {isMixed && !isEvery && (
            <ProfilesApart
              sales={fundable}
              profiles={profiles}
              onKeep={(kept) => choice.choose(numbersOf(kept))}
            />
          )}
          {count === 0 &&
            (countable.length > 0
              ? 'They are not sales by type. Count them as sales before you fund them.'
              : 'None of them can be funded yet: open one to see why.')}
          {!isMixed &&
            !isEvery &&
            count > 0 &&
            fundable.length < chosen.length &&
            leftOut(chosen.length - fundable.length)}
          {hasAll && <p>{leftOutOfAll(rows, picks)}</p>}
        </div>
      </section>
      {opened?.what === 'fund' && (
        <FundDialog
          count={opened.count}
          {...opened.wanted}
          profileId={opened.profileId}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.what === 'count' && (
        <CountDialog
          events={opened.events}
          onDone={() => {
            setOpened(null)
            done()
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.what === 'outside' && (
        <MarkOutsideDialog sales={opened.sales} onClose={() => setOpened(null)} onDone={done} />
      )}
    </div>
  )
}

/** How many sales of a selection can be funded, if not all, and their total. */
const Fundable = ({ of, sales, amountMinor }: { of: number; sales: number; amountMinor: number }) => (
  <span className="text-muted">
    {sales < of && `, ${sales.toLocaleString('en-US')} of them can be funded`}
    {', '}
    <Money amountMinor={amountMinor} />
  </span>
)

const many = (matching: number): string =>
  matching > MOST_SALES ? `More than ${MOST_SALES.toLocaleString('en-US')}` : matching.toLocaleString('en-US')

const leftOut = (count: number): string =>
  `${count === 1 ? 'One of them cannot' : `${count} of them cannot`} be funded yet, and ${count === 1 ? 'is' : 'are'} left out of a batch: open ${count === 1 ? 'it' : 'each'} to see why.`

/** The one profile of everything that matches the filters; null if there may be several. */
const profileAsked = ({ profileId }: CallbackListQuery, sources: readonly SourceView[]): string | null =>
  profileId ?? oneOf(sources.map((source) => source.profileId))

const oneOf = (values: readonly string[]): string | null => {
  const [first = null, ...others] = new Set(values)
  return others.length === 0 ? first : null
}
