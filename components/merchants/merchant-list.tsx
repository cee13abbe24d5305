'use client'

import { Store } from 'lucide-react'
import Link from 'next/link'
import { useRef, useState } from 'react'
import { counted } from '@/components/funding/funding-words'
import { askDesk } from '@/components/shell/ask-desk'
import { Button, LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { Table, Td, Th } from '@/components/ui/table'
import { splitWords } from '@/lib/domain/merchants/default-split'
import { lookAlikeWords } from '@/lib/domain/merchants/look-alike'
import { isMerchantListFiltered, type MerchantListQuery } from '@/lib/domain/merchants/merchant-list-query'
import { routes } from '@/lib/routes'
import { confirmMerchantsAction } from '@/lib/server/merchants/actions'
import type { MerchantListItem, MerchantListView } from '@/lib/server/merchants/views'
import { merchantListAddress } from './merchant-address'
import { MerchantBadges } from './merchant-badges'

type Selection = { has: (item: MerchantListItem) => boolean; toggle: (item: MerchantListItem) => void }

export function MerchantList({ view, query }: { view: MerchantListView; query: MerchantListQuery }) {
  const { items, next, previous, mayWrite } = view
  // By version as well: what changes meanwhile is not confirmed unseen.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const mine = items.filter((item) => item.mayConfirm)
  const picked = mine.filter((item) => chosen.has(keyOf(item)))
  const selection: Selection | null =
    mine.length > 0
      ? {
          has: (item) => chosen.has(keyOf(item)),
          toggle: (item) => {
            const now = new Set(chosen)
            if (!now.delete(keyOf(item))) now.add(keyOf(item))
            setChosen(now)
          },
        }
      : null

  return (
    <div className="flex flex-col gap-3">
      {view.mayConfirm && (
        <ConfirmBar
          picked={picked}
          most={mine.length}
          onAll={() => setChosen(new Set(picked.length === mine.length ? [] : mine.map(keyOf)))}
          onDone={() => setChosen(new Set())}
        />
      )}
      <div className="overflow-clip rounded-lg border border-line bg-surface">
        {items.length === 0 ? (
          <NoMerchants isFiltered={isMerchantListFiltered(query)} mayWrite={mayWrite} />
        ) : (
          <>
            <MerchantTable items={items} selection={selection} />
            <MerchantCards items={items} selection={selection} />
          </>
        )}
        {(next || previous) && (
          <nav aria-label="Pages" className="flex justify-between gap-2 border-t border-line px-4 py-2.5">
            {previous ? (
              <LinkButton
                size="small"
                prefetch={false}
                href={merchantListAddress({ ...query, place: { side: 'previous', ...previous } })}
              >
                Previous
              </LinkButton>
            ) : (
              <span />
            )}
            {next && (
              <LinkButton
                size="small"
                prefetch={false}
                href={merchantListAddress({ ...query, place: { side: 'next', ...next } })}
              >
                Next
              </LinkButton>
            )}
          </nav>
        )}
      </div>
    </div>
  )
}

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
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState('')
  const status = useRef<HTMLParagraphElement>(null)

  async function confirm() {
    if (busy || picked.length === 0) return
    setBusy(true)
    const { data, problem: failure } = await askDesk(() =>
      confirmMerchantsAction({
        merchants: picked.map(({ merchantId, version }) => ({ merchantId, version })),
      }),
    )
    setBusy(false)
    setProblem(data ? data.refused.map(({ message }) => message).join(' ') || null : failure)
    setDone(data && data.confirmed > 0 ? `${counted(data.confirmed, 'merchant')} confirmed.` : '')
    if (data) onDone()
    // The button may be gone with the last one that was pending.
    if (data && data.confirmed > 0) status.current?.focus()
  }

  return (
    // Stays when nothing is left to confirm, so that what was done is still said.
    <div
      className={classNames(
        'flex flex-col gap-2',
        most === 0 && done === '' && problem === null && 'absolute',
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
      actions={
        <LinkButton prefetch={false} href={routes.merchants}>
          Clear filters
        </LinkButton>
      }
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

const LINK = 'font-medium text-accent-ink hover:underline'

function Pick({ item, selection }: { item: MerchantListItem; selection: Selection }) {
  return (
    item.mayConfirm && (
      <input
        type="checkbox"
        aria-label={`Select ${item.name}`}
        checked={selection.has(item)}
        onChange={() => selection.toggle(item)}
        className="size-4"
      />
    )
  )
}

function MerchantTable({
  items,
  selection,
}: {
  items: readonly MerchantListItem[]
  selection: Selection | null
}) {
  return (
    <Table label="Merchants" className="max-md:hidden">
      <thead>
        <tr>
          {selection && (
            <Th className="w-8">
              <span className="sr-only">Select</span>
            </Th>
          )}
          <Th>Name</Th>
          <Th>Merchant ID</Th>
          <Th>State</Th>
          <Th>Default split</Th>
          <Th>Application</Th>
          <Th>Pending from</Th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.merchantId}>
            {selection && (
              <Td>
                <Pick item={item} selection={selection} />
              </Td>
            )}
            <Th scope="row" className="min-w-40">
              <Link href={routes.merchant(item.merchantId)} prefetch={false} className={LINK}>
                <bdi className="line-clamp-2 wrap-anywhere">{item.name}</bdi>
              </Link>
            </Th>
            <Td>
              <code className="text-xs wrap-anywhere">{item.merchantId}</code>
              <Twins item={item} />
            </Td>
            <Td>
              <MerchantBadges {...item} />
            </Td>
            <Td className="max-w-72">
              <Split item={item} />
            </Td>
            <Td>
              <ApplicationLink item={item} />
            </Td>
            <Td>{item.proposedBy ? <bdi>{item.proposedBy}</bdi> : <span className="text-faint">–</span>}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The same for narrow pages. */
function MerchantCards({
  items,
  selection,
}: {
  items: readonly MerchantListItem[]
  selection: Selection | null
}) {
  return (
    <ul className="md:hidden">
      {items.map((item) => (
        <li key={item.merchantId} className="flex gap-3 border-b border-line px-4 py-3 last:border-b-0">
          {selection && (
            <span className="w-4 shrink-0 pt-0.5">
              <Pick item={item} selection={selection} />
            </span>
          )}
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
              <Link href={routes.merchant(item.merchantId)} prefetch={false} className={LINK}>
                <bdi className="wrap-anywhere">{item.name}</bdi>
              </Link>
              <MerchantBadges {...item} />
            </div>
            <code className="text-xs wrap-anywhere">{item.merchantId}</code>
            <Twins item={item} />
            {item.split.length > 0 && (
              <p className="text-sm">
                <Split item={item} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Twins({ item: { lookAlikes } }: { item: MerchantListItem }) {
  return (
    lookAlikes.length > 0 && (
      <p className="text-xs text-warn-ink wrap-anywhere">Looks like {lookAlikeWords(lookAlikes)}</p>
    )
  )
}

function Split({ item: { merchantId, split } }: { item: MerchantListItem }) {
  return split.length === 0 ? (
    <span className="text-muted">None</span>
  ) : (
    <span className="wrap-anywhere">{splitWords(merchantId, split)}</span>
  )
}

function ApplicationLink({ item: { application } }: { item: MerchantListItem }) {
  return application ? (
    <Link href={routes.application(application.id)} prefetch={false} className={LINK}>
      A-{application.number}
    </Link>
  ) : (
    <span className="text-faint">–</span>
  )
}
