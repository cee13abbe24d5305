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
import { confirmMerchantsAction } from '@/lib/server/merchants/actions'
import type { MerchantListItem, MerchantListView } from '@/lib/server/merchants/views'
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
  // Another page, another choice; the table stays, and with it the focus in its head.
  const address = merchantList.write(query)
  const [choice, setChoice] = useState<{ address: string; keys: ReadonlySet<string> } | null>(null)
  // By version as well: what changes meanwhile is not confirmed unseen.
  const chosen = choice?.address === address ? choice.keys : NONE
  const mine = items.filter((item) => item.mayConfirm)
  const picked = mine.filter((item) => chosen.has(keyOf(item)))
  const choose = (rows: readonly MerchantListItem[]) => setChoice({ address, keys: new Set(rows.map(keyOf)) })
  const picks: RowPicks<MerchantListItem> = {
    isOn: (item) => chosen.has(keyOf(item)),
    labelOf: ({ mayConfirm, name }) => (mayConfirm ? `Select ${name}` : null),
    toggle: (item) =>
      choose(picked.includes(item) ? picked.filter((one) => one !== item) : [...picked, item]),
    choose,
    all: { label: 'Select all pending on this page', words: 'All pending on this page' },
  }

  return (
    <div className="flex flex-col gap-3">
      {view.mayConfirm && (
        <ConfirmBar
          key={address}
          picked={picked}
          most={mine.length}
          onAll={() => choose(picked.length === mine.length ? [] : mine)}
          onDone={() => choose([])}
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

const NONE: ReadonlySet<string> = new Set()

const keyOf = ({ merchantId, version }: MerchantListItem): string => `${version} ${merchantId}`

function ConfirmBar({
  picked,
  most,
  onAll,
  onDone,
}: {
  picked: readonly MerchantListItem[]
  most: number
  onAll: () => void
  onDone: () => void
}) {
  const { run, busy, trouble } = useDeskAction(confirmMerchantsAction)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState('')
  const status = useRef<HTMLParagraphElement>(null)

  async function confirm() {
    if (picked.length === 0) return
    const called = await run({
      merchants: picked.map(({ merchantId, version }) => ({ merchantId, version })),
    })
    if (called === null) return
    const { confirmed, refused } = called.ok ? called.data : { confirmed: 0, refused: [] }
    setProblem(refused.map(({ message }) => message).join(' ') || null)
    setDone(confirmed > 0 ? `${counted(confirmed, 'merchant')} confirmed.` : '')
    if (called.ok) onDone()
    // The button may be gone with the last one that was pending.
    if (confirmed > 0) status.current?.focus()
  }

  return (
    // Stays when nothing is left to confirm, so that what was done is still said.
    <div
      className={classNames(
        'flex flex-col gap-2',
        most === 0 && done === '' && problem === null && trouble === null && 'absolute',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {most > 0 && (
          <>
            <Button size="small" onClick={onAll}>
              {picked.length === most
                ? 'Clear selection'
                : `Select ${most === 1 ? 'the pending one' : `all ${most} pending`}`}
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
      <TroubleNotice trouble={trouble} title="No merchant was confirmed" />
      {problem && (
        <Callout tone="warn" live="alert" title="Some merchants were not confirmed">
          {problem}
        </Callout>
      )}
    </div>
  )
}

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
