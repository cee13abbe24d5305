import Link from 'next/link'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { Table, Td, Th } from '@/components/ui/table'
import { routes } from '@/lib/routes'
import type { CallbackListItem } from '@/lib/server/callbacks/views'
import { SaleAmount } from './sale-amount'
import { EventStanding, FundingStandingOf } from './sale-standing'
import { canChoose, type SaleChoice } from './use-choice'

type RowsProps = {
  rows: readonly CallbackListItem[]
  /** Came in while the page was open: they begin in colour. */
  fresh: ReadonlySet<number>
  mayOpenBatches: boolean
  /** Null for people who may do nothing with them. */
  choice: SaleChoice | null
}

export function CallbackTable({ rows, fresh, mayOpenBatches, choice }: RowsProps) {
  return (
    <Table label="Callbacks" className="max-xl:hidden">
      <thead>
        <tr>
          {choice && (
            <Th className="w-px pe-0">
              <ChooseAll rows={rows} choice={choice} />
            </Th>
          )}
          <Th>Received</Th>
          <Th>Source</Th>
          <Th>Transaction</Th>
          <Th numeric>Amount</Th>
          <Th className="max-[86rem]:hidden">Card</Th>
          <Th className="max-[84rem]:hidden">Invoice / reference</Th>
          <Th>State</Th>
          <Th>Funding</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.n} className={rowLook(row, fresh, choice)}>
            {choice && (
              <Td className="w-px pe-0">
                <ChooseRow row={row} rows={rows} choice={choice} />
              </Td>
            )}
            <Td>
              <DateTime at={row.receivedAt} />
            </Td>
            <Td>
              <Source row={row} />
            </Td>
            {/* One that is long breaks, so that its money is still seen. */}
            <Th scope="row" className="min-w-36 whitespace-normal! [&_code]:break-all!">
              <Transaction row={row} />
              <Times row={row} />
            </Th>
            <Td numeric>
              <SaleAmount sale={row} />
            </Td>
            <Td className="whitespace-nowrap max-[86rem]:hidden">
              <Card row={row} />
            </Td>
            <Td className="max-[84rem]:hidden">
              <References row={row} />
            </Td>
            <Td className="min-w-36">
              <EventStanding event={row} />
            </Td>
            <Td>
              <FundingStandingOf sale={row} mayOpenBatches={mayOpenBatches} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The same for narrow pages, where a table of nine columns can only be read sideways. */
export function CallbackCards({ rows, fresh, mayOpenBatches, choice }: RowsProps) {
  return (
    <ul className="xl:hidden" aria-label="Callbacks">
      {choice && rows.some(canChoose) && (
        <li className="border-b border-line bg-sunken px-4 py-1.5 text-sm text-muted">
          <ChooseAll rows={rows} choice={choice}>
            All unfunded on this page
          </ChooseAll>
        </li>
      )}
      {rows.map((row) => (
        <li
          key={row.n}
          className={classNames(
            'flex gap-2.5 border-b border-line px-4 py-3 last:border-b-0',
            rowLook(row, fresh, choice),
          )}
        >
          {choice && <ChooseRow row={row} rows={rows} choice={choice} />}
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <div className="flex flex-wrap items-start justify-between gap-x-3 font-medium">
              <Transaction row={row} />
              <span className="ms-auto">
                <SaleAmount sale={row} />
              </span>
            </div>
            <div className="flex flex-wrap gap-x-2 gap-y-1">
              <EventStanding event={row} />
              <FundingStandingOf sale={row} mayOpenBatches={mayOpenBatches} />
            </div>
            <div className="flex flex-wrap gap-x-3 text-sm text-muted">
              <Source row={row} />
              {row.account !== '' && <Card row={row} />}
              <Times row={row} />
            </div>
            <References row={row} isBlankShown={false} />
            <p className="text-sm text-muted">
              <DateTime at={row.receivedAt} seconds />
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

const isChosen = (row: CallbackListItem, choice: SaleChoice | null): boolean =>
  choice !== null && canChoose(row) && (choice.isEvery || choice.chosen.has(row.n))

const rowLook = (row: CallbackListItem, fresh: ReadonlySet<number>, choice: SaleChoice | null) =>
  classNames(
    isChosen(row, choice) && 'bg-accent-soft',
    fresh.has(row.n) &&
      'transition-colors duration-[4000ms] starting:bg-accent-soft motion-reduce:transition-none',
  )

function ChooseAll({
  rows,
  choice,
  children,
}: {
  rows: readonly CallbackListItem[]
  choice: SaleChoice
  children?: ReactNode
}) {
  const open = rows.filter(canChoose)
  const count = open.filter((row) => isChosen(row, choice)).length
  return (
    <label
      className={classNames(BOX, children ? 'flex items-center gap-2' : 'grid size-6 place-items-center')}
    >
      <input
        type="checkbox"
        aria-label={children ? undefined : 'Choose all unfunded on this page'}
        disabled={open.length === 0}
        checked={count > 0 && count === open.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < open.length
        }}
        onChange={() => choice.choose(count === open.length ? [] : open.map(({ n }) => n))}
      />
      {children}
    </label>
  )
}

function ChooseRow({
  row,
  rows,
  choice,
}: {
  row: CallbackListItem
  rows: readonly CallbackListItem[]
  choice: SaleChoice
}) {
  // The place stays, so that all rows begin at one edge.
  if (!canChoose(row)) return <span className="block size-6 shrink-0" />
  return (
    <label className={classNames(BOX, 'grid size-6 shrink-0 place-items-center select-none')}>
      <input
        type="checkbox"
        aria-label={`Choose ${row.tranId ?? `callback ${row.n}`}`}
        checked={isChosen(row, choice)}
        onChange={({ nativeEvent }) =>
          choice.toggle(row.n, rows, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  )
}

const BOX = '-my-0.5 [&_input]:size-4'

function Transaction({ row: { n, tranId } }: { row: CallbackListItem }) {
  const open = (words: ReactNode) => (
    <Link
      href={routes.callback(n)}
      prefetch={false}
      className="rounded-sm text-accent-ink underline-offset-2 hover:underline"
    >
      {words}
    </Link>
  )
  if (tranId === null) return <i className="font-normal">{open(`Callback ${n}, no transaction`)}</i>
  return (
    <CopyableId value={tranId} label={`transaction id ${tranId}`}>
      {open(<bdi>{tranId}</bdi>)}
    </CopyableId>
  )
}

function Source({ row: { label, merchantId } }: { row: CallbackListItem }) {
  return (
    <span className="block max-w-32 min-w-0">
      <bdi className="block truncate" title={label}>
        {label}
      </bdi>
      {merchantId !== '' && (
        <bdi className="block truncate text-xs text-muted" title={merchantId}>
          {merchantId}
        </bdi>
      )}
    </span>
  )
}

function Card({ row: { account } }: { row: CallbackListItem }) {
  return account === '' ? <Nothing /> : <bdi title={account}>{shortAccount(account)}</bdi>
}

/** `************1111` takes the room of three columns, and says no more than its end. */
const shortAccount = (account: string): string => {
  const [, end] = /^[*xX•\s-]{4,}(\d{2,6})$/.exec(account) ?? []
  return end === undefined ? account.slice(0, 20) : `•••• ${end}`
}

function References({
  row: { invoiceNumber, clientRefNumber },
  isBlankShown = true,
}: {
  row: CallbackListItem
  isBlankShown?: boolean
}) {
  if (invoiceNumber === '' && clientRefNumber === '') return isBlankShown && <Nothing />
  return (
    <span className="block max-w-36 min-w-0 text-sm">
      {[invoiceNumber, clientRefNumber].map(
        (text, at) =>
          text !== '' && (
            <bdi
              key={at === 0 ? 'invoice' : 'reference'}
              className={classNames('block truncate', at === 1 && 'text-muted')}
              title={`${at === 0 ? 'Invoice' : 'Client reference'}: ${text}`}
            >
              {text}
            </bdi>
          ),
      )}
    </span>
  )
}

function Times({ row: { deliveries } }: { row: CallbackListItem }) {
  if (deliveries === 1) return null
  return (
    <span className="block text-xs font-normal text-muted">
      came {deliveries === 2 ? 'twice' : `${deliveries.toLocaleString('en-US')} times`}
    </span>
  )
}

function Nothing() {
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  )
}
