'use client'

import { Download } from 'lucide-react'
import { useState } from 'react'
import { defineColumns } from '@/components/lists/columns'
import { DataList } from '@/components/lists/data-list'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import { NO_WAS } from '@/lib/domain/funding/change'
import {
  type BatchResult,
  type MerchantResult,
  RESULT_KINDS,
  RESULT_LABELS,
  type ResultKind,
  type ResultWas,
  sumOf,
} from '@/lib/domain/funding/result'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { BatchView, ShownMerchant } from '@/lib/server/funding/views'
import { type Change, changeColumns, changeOfKind } from './change-amounts'

const FIRST = 10
const TOTAL = 'bg-sunken font-medium'

/**
 * What each merchant got of a batch that was sent; the last rows are the totals. If the batch changed what the
 * partner held, each outcome has a row with the old and new amounts, as in the result and in the files.
 */
export default function MerchantResultsTable({
  batchId,
  merchants: { shown, count },
  result,
  was,
  isChange,
}: {
  batchId: string
  merchants: NonNullable<BatchView['merchants']>
  result: BatchResult
  was: ResultWas | null
  /** It changed what the partner held, even if that is too much to compare here. */
  isChange: boolean
}) {
  const [isAll, setIsAll] = useState(false)
  const kinds = RESULT_KINDS.filter((kind) => result[kind].transactions > 0)
  const rows = isAll ? shown : shown.slice(0, FIRST)
  const overwritten = shown.some((merchant) => merchant.overwritten) ? OVERWRITTEN : []
  const all = `All ${counted(count, 'merchant')}`
  // Not counted if the list does not have all merchants.
  const rowsOf = (own: (merchant: MerchantResult) => number | undefined) =>
    shown.length === count ? shown.reduce((sum, merchant) => sum + (own(merchant) ?? 0), 0) : null
  return (
    <Panel
      title="Results by merchant"
      description={isChange && !was ? 'New amounts. The files also have Was and Difference.' : undefined}
      flush
      actions={
        <a
          href={routes.api.fundingExport(batchId, 'merchants')}
          download
          className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm text-accent-ink underline"
        >
          <Download className="size-3.5" aria-hidden="true" />
          Download by merchant
        </a>
      }
      footer={
        rows.length < count && (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {rows.length.toLocaleString('en-US')} of {counted(count, 'merchant')}, largest first.
            {rows.length < shown.length ? (
              <Button size="small" onClick={() => setIsAll(true)}>
                Show {shown.length === count ? 'all' : `the first ${shown.length}`}
              </Button>
            ) : (
              ' The file has all of them.'
            )}
          </span>
        )
      }
    >
      {was ? (
        <DataList
          label="Results by merchant"
          cards="small"
          rows={[
            ...rows.flatMap((merchant) => changedRows(merchant, kinds)),
            ...kinds.map((kind): ChangedRow => {
              const { amountMinor } = result[kind]
              const change = changeOfKind(kind, was[kind] ?? NO_WAS, amountMinor)
              const count = rowsOf(({ by }) => by[kind]?.rows)
              return { merchant: null, name: all, kind, rows: count, amountMinor, change }
            }),
          ]}
          columns={[
            ...(kinds.every((kind) => kind === 'funded') ? CHANGED_COLUMNS : CHANGED_COLUMNS_BY_OUTCOME),
            ...overwritten,
          ]}
          rowKey={({ merchant, kind }) => `${merchant?.merchantId} ${kind}`}
          rowClass={({ merchant }) => (merchant ? '' : TOTAL)}
        />
      ) : (
        <DataList
          label="Results by merchant"
          cards="small"
          rows={[
            ...rows.map(amountsOf),
            { ...totalOf(result, all), rows: rowsOf((merchant) => merchant.rows) },
          ]}
          columns={[...amountColumns(kinds), ...overwritten]}
          rowKey={({ merchant }) => merchant?.merchantId ?? ''}
          rowClass={({ merchant }) => (merchant ? '' : TOTAL)}
        />
      )}
    </Panel>
  )
}

/** `merchant` null: the total. */
type NamedRow = { merchant: ShownMerchant | null; name: string; rows: number | null; kind?: ResultKind }

const MERCHANT = defineColumns<NamedRow>([
  {
    id: 'merchant',
    title: 'Merchant',
    card: 'title',
    className: 'font-normal!',
    cell: ({ merchant, name }) =>
      merchant ? (
        <>
          {name && <bdi className="me-2">{name}</bdi>}
          <Link href={routes.merchant(merchant.merchantId)} className="link">
            <code className="id text-xs">{merchant.merchantId}</code>
          </Link>
        </>
      ) : (
        <span className="font-medium">{name}</span>
      ),
  },
])

const ROWS = defineColumns<NamedRow>([
  { id: 'rows', title: 'Rows', numeric: true, cell: ({ rows }) => rows?.toLocaleString('en-US') },
])

/** Only funded amounts can be overwritten. */
const OVERWRITTEN = defineColumns<NamedRow>([
  {
    id: 'overwritten',
    title: 'Overwritten',
    card: 'line',
    cell: ({ merchant, kind = 'funded' }) => (kind === 'funded' ? merchant?.overwritten : undefined),
  },
])

type ChangedRow = NamedRow & { kind: ResultKind; amountMinor: bigint; change: Change }

const changedRows = (merchant: ShownMerchant, kinds: readonly ResultKind[]): ChangedRow[] =>
  kinds.flatMap((kind) => {
    const own = merchant.by[kind]
    if (!own) return []
    const { rows, amountMinor } = own
    const change = changeOfKind(kind, own.was ?? NO_WAS, amountMinor)
    return [{ merchant, name: merchant.name, kind, rows, amountMinor, change }]
  })

const CHANGED_COLUMNS = defineColumns<ChangedRow>([
  ...MERCHANT,
  ...ROWS,
  ...changeColumns<ChangedRow>(({ change }) => change),
])

const CHANGED_COLUMNS_BY_OUTCOME = defineColumns<ChangedRow>([
  ...MERCHANT,
  { id: 'outcome', title: 'Outcome', cell: ({ kind }) => RESULT_LABELS[kind] },
  ...ROWS,
  {
    id: 'amount',
    title: 'Amount',
    numeric: true,
    card: 'line',
    cell: ({ amountMinor }) => <Money amountMinor={amountMinor} />,
  },
  ...changeColumns<ChangedRow>(({ change }) => change),
])

type AmountRow = NamedRow & { amountMinor: bigint; by: Readonly<Partial<Record<ResultKind, bigint>>> }

const amountsOf = (merchant: ShownMerchant): AmountRow => ({
  merchant,
  name: merchant.name,
  rows: merchant.rows,
  amountMinor: merchant.amountMinor,
  by: Object.fromEntries(Object.entries(merchant.by).map(([kind, { amountMinor }]) => [kind, amountMinor])),
})

const totalOf = (result: BatchResult, name: string): AmountRow => ({
  merchant: null,
  name,
  rows: null,
  amountMinor: sumOf(result).amountMinor,
  by: Object.fromEntries(RESULT_KINDS.map((kind) => [kind, result[kind].amountMinor])),
})

const amountColumns = (kinds: readonly ResultKind[]) =>
  defineColumns<AmountRow>([
    ...MERCHANT,
    ...ROWS,
    ...kinds.map((kind) => ({
      id: kind,
      title: RESULT_LABELS[kind],
      numeric: true,
      card: 'line' as const,
      cell: ({ by }: AmountRow) => (
        <span className={by[kind] === undefined ? 'text-faint' : 'text-ink'}>
          <Money amountMinor={by[kind] ?? 0n} />
        </span>
      ),
    })),
    ...(kinds.length > 1
      ? [
          {
            id: 'amount',
            title: 'Amount',
            numeric: true,
            card: 'line' as const,
            cell: ({ amountMinor }: AmountRow) => (
              <span className="font-medium text-ink">
                <Money amountMinor={amountMinor} />
              </span>
            ),
          },
        ]
      : []),
  ])
