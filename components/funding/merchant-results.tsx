'use client'

import { Download } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { type BatchResult, RESULT_KINDS, RESULT_WORDS, sumOf } from '@/lib/domain/funding/result'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { BatchView } from '@/lib/server/funding/views'

const FIRST = 10

/** What each merchant got of a batch that was sent; the last row is the result of the batch. */
export function MerchantResults({
  batchId,
  merchants: { shown, count },
  result,
}: {
  batchId: string
  merchants: NonNullable<BatchView['merchants']>
  result: BatchResult
}) {
  const [isAll, setIsAll] = useState(false)
  const kinds = RESULT_KINDS.filter((kind) => result[kind].transactions > 0)
  const rows = isAll ? shown : shown.slice(0, FIRST)
  return (
    <Panel
      title="Results by merchant"
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
            {rows.length.toLocaleString('en-US')} of {counted(count, 'merchant')}, the largest first.
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
      <Table label="Results by merchant">
        <thead>
          <tr>
            <Th>Merchant</Th>
            <Th numeric>Rows</Th>
            {kinds.map((kind) => (
              <Th key={kind} numeric>
                {RESULT_WORDS[kind]}
              </Th>
            ))}
            {kinds.length > 1 && <Th numeric>Amount</Th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ merchantId, name, rows: lines, amountMinor, by }) => (
            <tr key={merchantId}>
              <Th scope="row" className="font-normal!">
                {name && <bdi className="me-2 whitespace-normal">{name}</bdi>}
                <Link href={routes.merchant(merchantId)} prefetch={false} className="link">
                  <code className="id text-xs">{merchantId}</code>
                </Link>
              </Th>
              <Td numeric>{lines.toLocaleString('en-US')}</Td>
              {kinds.map((kind) => (
                <Td key={kind} numeric className={by[kind] ? undefined : 'text-faint'}>
                  <Money amountMinor={by[kind]?.amountMinor ?? 0} />
                </Td>
              ))}
              {kinds.length > 1 && (
                <Td numeric className="font-medium">
                  <Money amountMinor={amountMinor} />
                </Td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-medium [&>*]:border-t [&>*]:border-line-strong">
            <Th scope="row">All {counted(count, 'merchant')}</Th>
            <Td />
            {kinds.map((kind) => (
              <Td key={kind} numeric>
                <Money amountMinor={result[kind].amountMinor} />
              </Td>
            ))}
            {kinds.length > 1 && (
              <Td numeric>
                <Money amountMinor={sumOf(result).amountMinor} />
              </Td>
            )}
          </tr>
        </tfoot>
      </Table>
    </Panel>
  )
}
