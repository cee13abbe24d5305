import type { Metadata } from 'next'
import { BatchFilters, BatchList } from '@/components/funding/batch-list'
import { ToApprove } from '@/components/funding/to-approve'
import { PageHeader } from '@/components/shell/page-header'
import { LinkButton } from '@/components/ui/button'
import { batchList } from '@/lib/domain/funding/batch-list-query'
import type { ListPageProps } from '@/lib/domain/lists/list-query'
import { packPage } from '@/lib/domain/lists/packed-rows'
import { routes } from '@/lib/routes'
import { loadBatchList } from '@/lib/server/funding/loaders'

export const metadata: Metadata = { title: 'Funding' }

export default async function FundingPage({ searchParams }: ListPageProps) {
  const query = batchList.read(await searchParams)
  const { toApprove, ...view } = await loadBatchList(query)
  return (
    <>
      <PageHeader
        title="Funding"
        subtitle="Funding batches by transaction and merchant."
        actions={
          view.mayWrite && (
            <LinkButton variant="primary" href={routes.newFundingBatch}>
              New batch
            </LinkButton>
          )
        }
      />
      <div className="flex flex-col gap-3">
        <ToApprove toApprove={toApprove} query={query} />
        <BatchFilters profiles={view.profiles} mayWrite={view.mayWrite} query={query} />
        <BatchList packed={packPage(view)} query={query} />
      </div>
    </>
  )
}
