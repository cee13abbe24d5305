'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Money } from '@/components/ui/money'
import { Table, Td, Th } from '@/components/ui/table'
import { splitWords } from '@/lib/domain/merchants/default-split'
import { counted } from '@/lib/domain/values/counted'
import type { SalesPreview } from '@/lib/server/callbacks/fund/fund-sales'

const SHOWN_FIRST = 8

/** The merchants of the sales, with their splits if each merchant's own applies. */
export function MerchantsTable({ merchants }: Pick<SalesPreview, 'merchants'>) {
  const named = merchants.filter(({ merchantId }) => merchantId !== '').length
  const isSplit = merchants.some(({ split }) => split !== null)
  return (
    <Rows
      label="Sales by merchant"
      count={merchants.length}
      counts={`${counted(named, 'merchant')}${named < merchants.length ? ' and the whole profile' : ''}`}
      head={
        <>
          <Th>Merchant</Th>
          {isSplit && <Th>Split</Th>}
          <Th numeric>Sales</Th>
          <Th numeric>Sum</Th>
        </>
      }
    >
      {(most) =>
        merchants.slice(0, most).map(({ merchantId, name, split, sales, amountMinor }) => (
          <tr key={merchantId}>
            <Th scope="row">
              <Merchant merchantId={merchantId} name={name} />
            </Th>
            {isSplit && <Td className="wrap-anywhere">{split && splitWords(merchantId, split)}</Td>}
            <Td numeric>{sales.toLocaleString('en-US')}</Td>
            <Td numeric>
              <Money amountMinor={amountMinor} />
            </Td>
          </tr>
        ))
      }
    </Rows>
  )
}

/** How much each payee gets of all sales together. */
export function PayeesTable({ payees }: Pick<SalesPreview, 'payees'>) {
  return (
    <Rows
      label="Money by payee"
      count={payees.length}
      counts={counted(payees.length, 'payee')}
      head={
        <>
          <Th>Payee</Th>
          <Th numeric>Gets</Th>
        </>
      }
    >
      {(most) =>
        // Payees that cannot be paid come first, so that they are visible in a long table.
        payees
          .toSorted(barredFirst)
          .slice(0, most)
          .map(({ merchantId, name, amountMinor, problem }) => (
            <tr key={merchantId}>
              <Th scope="row">
                <Merchant merchantId={merchantId} name={name} />
                {problem && (
                  <span className="block text-xs font-normal text-bad-ink wrap-anywhere">{problem}</span>
                )}
              </Th>
              <Td numeric>
                <Money amountMinor={amountMinor} />
              </Td>
            </tr>
          ))
      }
    </Rows>
  )
}

type Payee = SalesPreview['payees'][number]

const barredFirst = (one: Payee, other: Payee): number =>
  Number(other.problem !== null) - Number(one.problem !== null)

function Merchant({ merchantId, name }: { merchantId: string; name: string }) {
  if (merchantId === '') return <>Whole profile</>
  return (
    <span className="wrap-anywhere">
      {name !== '' && <bdi>{name}</bdi>}
      <code className="block text-xs font-normal text-muted">{merchantId}</code>
    </span>
  )
}

/** The first rows, and a button to show all. */
function Rows({
  label,
  count,
  counts,
  head,
  children,
}: {
  label: string
  count: number
  /** The noun for counting the rows. */
  counts: string
  head: ReactNode
  children: (most: number) => ReactNode
}) {
  const [isAll, setIsAll] = useState(false)
  if (count === 0) return null
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium">
        {label}: <span className="font-normal text-muted">{counts}</span>
      </h3>
      <Table label={label} box className="max-h-80! rounded-md border border-line">
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children(isAll ? count : SHOWN_FIRST)}</tbody>
      </Table>
      {count > SHOWN_FIRST && !isAll && (
        <div>
          <Button size="small" onClick={() => setIsAll(true)}>
            Show all {counts}
          </Button>
        </div>
      )}
    </div>
  )
}
