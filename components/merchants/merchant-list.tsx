'use client'

import { Store } from 'lucide-react'
import { useRef, useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { defineColumns } from '@/components/lists/columns'
import { DataList, ListBox } from '@/components/lists/data-list'
import { sortsOf } from '@/components/lists/list-address'
import { IN_ORDER, Pager } from '@/components/lists/pager'
import type { RowPicks } from '@/components/lists/row-picks'
import { Button, LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { splitWords } from '@/lib/domain/merchants/default-split'
import { lookAlikeWords } from '@/lib/domain/merchants/look-alike'
import { type MerchantListQuery, merchantList } from '@/lib/domain/merchants/merchant-list-query'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import { confirmMerchantsAction, findPendingAction } from '@/lib/server/merchants/actions'
import type { FoundPending, MerchantListItem, MerchantListView } from '@/lib/server/merchants/views'
import { merchantListAddress } from './merchant-address'
import { MerchantBadges } from './merchant-badges'

const COLUMNS = defineColumns<MerchantListItem>([
  {
    id: 'name',
    title: 'Name',
    card: 'title',
    className: 'min-w-40',
    cell: ({ merchantId, name }) => (
      <Link href={routes.merchant(merchantId)} className="link list-name">
        <bdi className="wrap-anywhere">{name}</bdi>
      </Link>
    ),
  },
  {
    id: 'id',
    title: 'Merchant ID',
    card: 'subtitle',
    cell: ({ merchantId, lookAlikes }) => (
      <>
        <code className="id text-xs">{merchantId}</code>
        {lookAlikes.length > 0 && (
          <p className="text-xs text-warn-ink wrap-anywhere">Looks like {lookAlikeWords(lookAlikes)}</p>
        )}
      </>
    ),
  },
  { id: 'state', title: 'State', card: 'badge', cell: (item) => <MerchantBadges {...item} /> },
  {
    id: 'split',
    title: 'Default split',
    className: 'max-w-72',
    cell: ({ merchantId, split }) =>
      split.length === 0 ? (
        <span className="text-muted">None</span>
      ) : (
        <span className="wrap-anywhere">{splitWords(merchantId, split)}</span>
      ),
  },
  {
    id: 'application',
    title: 'Application',
    cell: ({ application }) =>
      application && (
        <Link href={routes.application(application.id)} className="link">
          A-{application.number}
        </Link>
      ),
  },
  {
    id: 'proposer',
    title: 'Pending from',
    cell: ({ proposedBy }) => proposedBy && <bdi>{proposedBy}</bdi>,
  },
])

export function MerchantList({ view, query }: { view: MerchantListView; query: MerchantListQuery }) {
  const { items, mayWrite } = view
  // The selection belongs to one page of the list. The table stays mounted, and so keeps the focus in its head.
  const address = merchantList.write(query)
  const [choice, setChoice] = useState<Choice | null>(null)
  // Keyed by version too, so that no one confirms a change they have not seen.
  const chosen = choice?.address === address ? choice.rows : NONE
  const mine = items.filter((item) => item.mayConfirm)
  const isOn = (item: MerchantListItem) => chosen.has(keyOf(item))
  const choose = (rows: readonly Chosen[], found: FoundPending | null = null) =>
    setChoice({ address, rows: new Map(rows.map((row) => [keyOf(row), row])), found })
  const picks: RowPicks<MerchantListItem> = {
    isOn,
    labelOf: ({ mayConfirm, name }) => (mayConfirm ? `Select ${name}` : null),
    // Adding or removing one row keeps the selected rows of other pages.
    toggle: (item) =>
      choose(
        isOn(item)
          ? [...chosen.values()].filter((one) => keyOf(one) !== keyOf(item))
          : [...chosen.values(), item],
        choice?.found,
      ),
    choose,
    all: { label: 'Select all pending on this page', words: 'All pending on this page' },
  }
  const elsewhere = chosen.size - mine.filter(isOn).length

  return (
    <div className="flex flex-col gap-3">
      {view.mayConfirm && (
        <ConfirmBar
          key={address}
          picked={[...chosen.values()]}
          elsewhere={elsewhere}
          found={elsewhere > 0 ? (choice?.found ?? null) : null}
          here={mine}
          most={Math.max(view.mayConfirmFound, mine.length)}
          filter={query}
          onChoose={choose}
        />
      )}
      <ListBox>
        {items.length === 0 ? (
          <NoMerchants isFiltered={merchantList.isFiltered(query)} mayWrite={mayWrite} />
        ) : (
          <DataList
            label="Merchants"
            rows={items}
            columns={COLUMNS}
            rowKey={({ merchantId }) => merchantId}
            picks={mine.length > 0 ? picks : null}
            sortOf={sortsOf(merchantList, query, merchantListAddress)}
          />
        )}
      </ListBox>
      <Pager
        page={view}
        cursor={query.cursor}
        addressAt={(cursor) => merchantListAddress({ ...query, cursor })}
        words={IN_ORDER}
      />
    </div>
  )
}

/** `version`: the version that the person saw when selecting it. */
type Chosen = { merchantId: string; version: number }
/** `found`: what is known of the selected merchants on other pages. */
type Choice = { address: string; rows: ReadonlyMap<string, Chosen>; found: FoundPending | null }

const NONE: ReadonlyMap<string, Chosen> = new Map()

const keyOf = ({ merchantId, version }: Chosen): string => `${version} ${merchantId}`

function ConfirmBar({
  picked,
  elsewhere,
  found,
  here,
  most,
  filter: { search, state, waiting },
  onChoose,
}: {
  picked: readonly Chosen[]
  /** How many of the selected merchants are not on this page. */
  elsewhere: number
  found: FoundPending | null
  /** The merchants on this page that can be confirmed. `most`: how many can be in all. */
  here: readonly MerchantListItem[]
  most: number
  filter: MerchantListQuery
  onChoose: (rows: readonly Chosen[], found?: FoundPending | null) => void
}) {
  const { run, busy, trouble } = useDeskAction(confirmMerchantsAction)
  const finding = useDeskAction(findPendingAction, { unanswered: 'try-again' })
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [done, setDone] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  const isAll = picked.length > 0 && picked.length >= (found ? found.merchants.length : most)

  async function chooseAll() {
    setDone('')
    setRefused([])
    if (isAll) return onChoose([])
    if (most === here.length) return onChoose(here)
    const called = await finding.run({ search, state, waiting })
    if (called?.ok) onChoose(called.data.merchants, called.data)
  }

  async function confirm() {
    if (picked.length === 0) return
    const called = await run({
      merchants: picked.map(({ merchantId, version }) => ({ merchantId, version })),
    })
    if (called === null) return
    const result = called.ok ? called.data : { confirmed: 0, refused: [] }
    setRefused(result.refused)
    setDone(result.confirmed > 0 ? `${counted(result.confirmed, 'merchant')} confirmed.` : '')
    if (called.ok) onChoose([])
    // The button may disappear together with the last pending merchant.
    if (result.confirmed > 0) status.current?.focus()
  }

  return (
    // Stays when nothing is left to confirm, so that the result remains visible.
    <div
      className={classNames(
        'flex flex-col gap-2',
        most === 0 && done === '' && refused.length === 0 && trouble === null && 'absolute',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {most > 0 && (
          <>
            <Button size="small" busy={finding.busy} onClick={() => void chooseAll()}>
              {isAll
                ? 'Clear selection'
                : `Select ${most === 1 ? 'the pending one' : `all ${most.toLocaleString('en-US')} pending`}`}
            </Button>
            <Button
              size="small"
              variant="primary"
              disabled={picked.length === 0}
              busy={busy}
              onClick={confirm}
            >
              {picked.length === 0 ? 'Confirm' : `Confirm ${counted(picked.length, 'merchant')}`}
            </Button>
          </>
        )}
        <p
          ref={status}
          role="status"
          tabIndex={-1}
          className="text-sm text-good-ink focus-visible:outline-none"
        >
          {done}
        </p>
      </div>
      {found && <BeyondPage found={found} elsewhere={elsewhere} />}
      <TroubleNotice trouble={finding.trouble} title="The others were not selected" />
      <TroubleNotice trouble={trouble} title="No merchant was confirmed" />
      {refused.length > 0 && (
        <Callout
          tone="warn"
          live="alert"
          title={`${counted(refused.length, 'merchant')} ${refused.length === 1 ? 'was' : 'were'} not confirmed`}
        >
          <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
            {refused.map(({ merchantId, message }) => (
              <li key={merchantId} className="wrap-anywhere">
                {message}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  )
}

type Refused = { merchantId: string; message: string }

/** What the person should know about selected merchants that are not on this page. */
function BeyondPage({ found, elsewhere }: { found: FoundPending; elsewhere: number }) {
  const { merchants, changes, lookAlikes, hasMore, proposers, payees } = found
  const facts = [
    changes === 0
      ? 'All are new.'
      : changes === merchants.length
        ? 'All are changes of merchants that can be funded today.'
        : `${counted(changes, 'is a change', 'are changes')} of merchants that can be funded today.`,
    `Pending from ${namedWords(proposers)}.`,
    payees.named.length === 0
      ? 'No default split pays another merchant.'
      : `Default splits pay ${namedWords(payees)}.`,
    lookAlikes > 0 &&
      `${counted(lookAlikes, 'merchant looks', 'merchants look')} like another one and ${lookAlikes === 1 ? 'is' : 'are'} not selected: open ${lookAlikes === 1 ? 'it' : 'each'} to confirm it.`,
    hasMore && `More are pending: confirm these first.`,
  ]
  return (
    <Callout
      tone="info"
      live="status"
      title={`${counted(elsewhere, 'selected merchant is', 'selected merchants are')} on other pages`}
    >
      {facts.filter(Boolean).join(' ')}
    </Callout>
  )
}

const namedWords = ({ named, others }: FoundPending['payees']): string =>
  [
    ...named.map(({ name, count }) => `${name} (${count.toLocaleString('en-US')})`),
    ...(others > 0 ? [counted(others, 'other')] : []),
  ].join(', ')

function NoMerchants({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) {
  return isFiltered ? (
    <EmptyState
      icon={<Store />}
      title="No merchants found"
      actions={<LinkButton href={routes.merchants}>Clear filters</LinkButton>}
    />
  ) : (
    <EmptyState
      icon={<Store />}
      title="No merchants yet"
      actions={
        mayWrite && (
          <>
            <LinkButton variant="primary" href={routes.newMerchant}>
              Add merchant
            </LinkButton>
            <LinkButton href={routes.importMerchants}>Import from CSV</LinkButton>
          </>
        )
      }
    >
      Batches fund merchants of this directory only.
    </EmptyState>
  )
}
