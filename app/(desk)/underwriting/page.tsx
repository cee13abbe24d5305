import type { Metadata } from 'next'
import { DensitySwitch } from '@/components/lists/density-switch'
import { PageHeader } from '@/components/shell/page-header'
import { NextCaseButton } from '@/components/underwriting/next-case-button'
import { readQueue } from '@/components/underwriting/queue-address'
import { QueueBoard } from '@/components/underwriting/queue-board'
import { QueueTabs } from '@/components/underwriting/queue-tabs'
import type { ListPageProps } from '@/lib/domain/lists/list-query'
import { queueOrders } from '@/lib/domain/underwriting/queue-list'
import { loadQueue } from '@/lib/server/underwriting/loaders'

export const metadata: Metadata = { title: 'Underwriting' }

export default async function UnderwritingPage({ searchParams }: ListPageProps) {
  const asked = await searchParams
  const { sort } = queueOrders.read(asked)
  const view = await loadQueue(readQueue(asked.queue), sort)
  return (
    <>
      <PageHeader
        title="Underwriting"
        subtitle="Cases awaiting a decision."
        actions={
          <>
            <DensitySwitch />
            {view.mayWork && <NextCaseButton label="Claim next case" variant="primary" />}
          </>
        }
      />
      <div className="flex flex-col gap-3">
        <QueueTabs queue={view.queue} counts={view.counts} sort={sort} />
        <QueueBoard key={view.queue} view={view} sort={sort} />
      </div>
    </>
  )
}
