import type { ReactNode } from 'react'
import { type Column, defineColumns } from '@/components/lists/columns'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/routes'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'
import { SaleAmount } from './sale-amount'
import { EventStatus, FundingStatusOf } from './sale-status'

/** `mayOpenBatches`: whether the batch with the money is a link. */
export const logColumns = (mayOpenBatches: boolean): readonly Column<CallbackListItem>[] =>
  defineColumns<CallbackListItem>([
    { id: 'received', title: 'Received', cell: ({ receivedAt }) => <DateTime at={receivedAt} /> },
    { id: 'source', title: 'Source', className: 'pair', cell: sourceOf },
    {
      id: 'transaction',
      title: 'Transaction',
      card: 'title',
      cell: (row) => (
        <>
          {transactionOf(row)}
          {row.deliveries > 1 && (
            <span className="block text-xs font-normal text-muted">came {timesOf(row.deliveries)}</span>
          )}
        </>
      ),
    },
    { id: 'amount', title: 'Amount', numeric: true, card: 'badge', cell: (row) => <SaleAmount sale={row} /> },
    // The least important column, hidden on a page just wide enough for a table.
    {
      id: 'card',
      title: 'Card',
      className: 'log-card',
      cell: ({ account }) => account && shortAccount(account),
    },
    {
      id: 'references',
      title: 'Invoice / reference',
      className: 'pair refs',
      cell: referencesOf,
    },
    { id: 'state', title: 'State', card: 'plain', cell: (row) => <EventStatus event={row} /> },
    {
      id: 'funding',
      title: 'Funding',
      card: 'plain',
      cell: (row) => <FundingStatusOf sale={row} mayOpenBatches={mayOpenBatches} />,
    },
  ])

function transactionOf({ n, tranId }: CallbackListItem) {
  const open = (words: ReactNode) => (
    <Link href={routes.callback(n)} className="link">
      {words}
    </Link>
  )
  if (tranId === null) return <i className="font-normal">{open(`Callback ${n}, no transaction`)}</i>
  return (
    <CopyableId value={tranId} label={`transaction ID ${tranId}`}>
      {open(tranId)}
    </CopyableId>
  )
}

const sourceOf = ({ label, merchantId }: CallbackListItem) => (
  <>
    <bdi title={ifLong(label)}>{cut(label)}</bdi>
    {merchantId !== '' && <bdi title={ifLong(merchantId)}>{cut(merchantId)}</bdi>}
  </>
)

/** `************1111` would need the width of three columns and says no more than its last digits. */
function shortAccount(account: string): ReactNode {
  const [, end] = /^[*xX•\s-]{4,}(\d{2,6})$/.exec(account) ?? []
  if (end !== undefined) return `•••• ${end}`
  return <bdi title={ifLong(account)}>{account.slice(0, 20)}</bdi>
}

const referencesOf = ({ invoiceNumber, clientRefNumber }: CallbackListItem) =>
  invoiceNumber === '' && clientRefNumber === '' ? null : (
    <>
      {invoiceNumber !== '' && <bdi title={named('Invoice', invoiceNumber, false)}>{cut(invoiceNumber)}</bdi>}
      {clientRefNumber !== '' && (
        <bdi title={named('Client reference', clientRefNumber, invoiceNumber === '')}>
          {cut(clientRefNumber)}
        </bdi>
      )}
    </>
  )

/** Columns cut longer texts, so that a sender of long ones cannot make the page heavy. */
const ROOM = 48
const cut = (text: string) => (text.length > ROOM ? `${text.slice(0, ROOM)}…`.toWellFormed() : text)
/** The full text of a cell that may be cut off, for its tooltip. */
const ifLong = (text: string) => (text.length > 14 ? text : undefined)
/** Of two references, the first is the invoice. A single one needs its name. */
const named = (name: string, text: string, isAlone: boolean) =>
  text.length > 14 ? `${name}: ${text}` : isAlone ? name : undefined

const timesOf = (deliveries: number) =>
  deliveries === 2 ? 'twice' : `${deliveries.toLocaleString('en-US')} times`
