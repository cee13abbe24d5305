import type { Metadata } from 'next'
import { BatchFilters, BatchList } from '@/components/funding/batch-list'
import { PageHeader } from '@/components/shell/page-header'
import { LinkButton } from '@/components/ui/button'
import { readBatchListQuery } from '@/lib/domain/funding/batch-list-query'
import { routes } from '@/lib/routes'
import { loadBatchList } from '@/lib/server/funding/loaders'

export const metadata: Metadata = { title: 'Funding' }

export default async function FundingPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(await searchParams))
    for (const each of [value ?? []].flat()) given.append(name, each)
  const query = readBatchListQuery(given)
  const view = await loadBatchList(query)
  return (
    <>
      <PageHeader
        title="Funding"
        subtitle="How the money of each transaction is split among merchants, batch by batch."
        actions={
          view.mayWrite && (
            <LinkButton variant="primary" href={routes.newFundingBatch}>
              New batch
            </LinkButton>
          )
        }
      />
      <div className="flex flex-col gap-3">
        <BatchFilters view={view} query={query} />
        <BatchList view={view} query={query} />
      </div>
    </>
  )
}
