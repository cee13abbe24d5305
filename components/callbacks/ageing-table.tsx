import { CircleCheck } from 'lucide-react'
import Link from 'next/link'
import { LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Money } from '@/components/ui/money'
import { Table, Td, Th } from '@/components/ui/table'
import { AGES, daysOfAge } from '@/lib/domain/callbacks/ageing'
import type { CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import type { IsoDate } from '@/lib/domain/values/calendar'
import { routes } from '@/lib/routes'
import type { AgeingView } from '@/lib/server/callbacks/ageing-loaders'
import type { AgeingRow } from '@/lib/server/callbacks/views'
import { callbackAddress } from './callback-address'
import { counted } from './counted'
import { FundRowButton } from './fund-row-button'

/** The unfunded sales of each receiver by age; each figure leads to its sales in the log. */
export function AgeingTable({ view: { rows, today, mayFund } }: { view: Omit<AgeingView, 'profiles'> }) {
  if (rows.length === 0) {
    return (
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState
          icon={<CircleCheck />}
          title="Nothing is unfunded"
          actions={<LinkButton href={routes.callbacks}>To the callback log</LinkButton>}
        >
          Each approved sale that comes in stands here, by its merchant and its age, until a batch has it.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="overflow-clip rounded-lg border border-line bg-surface">
      <AgeingGrid rows={rows} today={today} mayFund={mayFund} />
      <AgeingCards rows={rows} today={today} mayFund={mayFund} />
    </div>
  )
}

type Shown = { rows: readonly AgeingRow[]; today: IsoDate; mayFund: boolean }

function AgeingGrid({ rows, today, mayFund }: Shown) {
  const total = sumOf(rows)
  return (
    <Table label="Unfunded sales" className="max-lg:hidden">
      <thead>
        <tr>
          <Th>Receiver</Th>
          {AGES.map(({ label }) => (
            <Th key={label} numeric>
              {label}
            </Th>
          ))}
          <Th numeric>All</Th>
          <Th>Oldest</Th>
          {mayFund && (
            <Th>
              <span className="sr-only">Funding</span>
            </Th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <Th scope="row" className="min-w-40">
              <Receiver row={row} />
            </Th>
            {AGES.map((age, index) => (
              <Td key={age.label} numeric>
                <Figure
                  {...figureOf(row, index)}
                  query={{ ...salesOf(row), ...daysOfAge(age, today) }}
                  label={`${row.label}, ${age.label}`}
                  isOld={age.most === null}
                />
              </Td>
            ))}
            <Td numeric>
              <Figure {...row} query={salesOf(row)} label={`${row.label}, all`} />
              <Held row={row} />
            </Td>
            <Td>
              <DateTime at={row.oldestAt} />
            </Td>
            {mayFund && (
              <Td>
                <FundRow row={row} />
              </Td>
            )}
          </tr>
        ))}
      </tbody>
      {rows.length > 1 && (
        <tfoot>
          <tr className="bg-sunken/60 [&>*]:border-b-0 [&>*]:border-t">
            <Th scope="row">All receivers</Th>
            {AGES.map((age, index) => (
              <Td key={age.label} numeric>
                <Figure
                  {...figureOf(total, index)}
                  query={{ funding: ['unfunded'], ...daysOfAge(age, today) }}
                  label={`All receivers, ${age.label}`}
                  isOld={age.most === null}
                />
              </Td>
            ))}
            <Td numeric>
              <Figure {...total} query={{ funding: ['unfunded'] }} label="All receivers, all" />
            </Td>
            <Td />
            {mayFund && <Td />}
          </tr>
        </tfoot>
      )}
    </Table>
  )
}

/** The same for narrow pages. */
function AgeingCards({ rows, today, mayFund }: Shown) {
  return (
    <ul className="lg:hidden">
      {rows.map((row) => (
        <li key={keyOf(row)} className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <div className="font-medium">
              <Receiver row={row} />
            </div>
            <div className="text-end">
              <Figure {...row} query={salesOf(row)} label={`${row.label}, all`} />
              <Held row={row} />
            </div>
          </div>
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
            {AGES.map((age, index) => {
              const figure = figureOf(row, index)
              return (
                figure.sales > 0 && (
                  <div key={age.label} className="col-span-2 flex justify-between gap-4">
                    <dt className="text-muted">{age.label}</dt>
                    <dd className="flex flex-wrap justify-end gap-x-3">
                      <Figure
                        {...figure}
                        query={{ ...salesOf(row), ...daysOfAge(age, today) }}
                        label={`${row.label}, ${age.label}`}
                        isOld={age.most === null}
                      />
                    </dd>
                  </div>
                )
              )
            })}
          </dl>
          {mayFund && (
            <div>
              <FundRow row={row} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

const keyOf = ({ profileId, merchantId }: AgeingRow): string => `${profileId} ${merchantId}`

const salesOf = ({ profileId, merchantId }: AgeingRow): Partial<CallbackListQuery> => ({
  profileId,
  merchantId,
  funding: ['unfunded'],
})

const figureOf = ({ ages }: Pick<AgeingRow, 'ages'>, index: number) =>
  ages[index] ?? { sales: 0, amountMinor: 0 }

function sumOf(rows: readonly AgeingRow[]): Pick<AgeingRow, 'sales' | 'amountMinor' | 'ages'> {
  const sum = (figures: readonly { sales: number; amountMinor: number }[]) => ({
    sales: figures.reduce((all, { sales }) => all + sales, 0),
    amountMinor: figures.reduce((all, { amountMinor }) => all + amountMinor, 0),
  })
  return { ...sum(rows), ages: AGES.map((_, index) => sum(rows.map((row) => figureOf(row, index)))) }
}

function Receiver({ row: { label, profileId, merchantId } }: { row: AgeingRow }) {
  return (
    <>
      <bdi className="wrap-anywhere">{label}</bdi>
      <span className="block text-xs font-normal text-muted">
        <code className="wrap-anywhere">{merchantId || profileId}</code>
        {merchantId === '' ? ', whole profile' : ''}
      </span>
    </>
  )
}

/** How many and how much; nothing to see of none. */
function Figure({
  sales,
  amountMinor,
  query,
  label,
  isOld = false,
}: {
  sales: number
  amountMinor: number
  query: Partial<CallbackListQuery>
  label: string
  isOld?: boolean
}) {
  if (sales === 0) return <span className="text-faint">–</span>
  return (
    <>
      <Link
        href={callbackAddress(query)}
        prefetch={false}
        aria-label={`${label}: ${counted(sales, 'unfunded sale')}`}
        className={classNames(
          '-my-0.5 inline-flex min-h-6 items-center font-medium hover:underline',
          isOld ? 'text-bad-ink' : 'text-accent-ink',
        )}
      >
        {counted(sales, 'sale')}
      </Link>
      <span className="block text-sm">
        <Money amountMinor={amountMinor} />
      </span>
    </>
  )
}

function Held({ row: { held } }: { row: AgeingRow }) {
  if (held === 0) return null
  return (
    <span
      className="block text-xs text-warn-ink"
      title="A conflict, an amount that is not known or another currency: not in the sums, and in no batch before somebody has looked"
    >
      {held.toLocaleString('en-US')} held
    </span>
  )
}

function FundRow({ row }: { row: AgeingRow }) {
  const count = row.sales - row.held
  return (
    count > 0 && (
      <FundRowButton count={count} profileId={row.profileId} merchantId={row.merchantId} label={row.label} />
    )
  )
}
