import type { Metadata } from 'next'
import { ApplicationList } from '@/components/applications/application-list'
import { NewApplicationButton } from '@/components/applications/application-list-new'
import { PageHeader } from '@/components/shell/page-header'
import { applicationList } from '@/lib/domain/application/list-query'
import type { ListPageProps } from '@/lib/domain/lists/list-query'
import { packPage } from '@/lib/domain/lists/packed-rows'
import { loadApplicationList } from '@/lib/server/applications/list-loaders'

export const metadata: Metadata = { title: 'Applications' }

export default async function ApplicationsPage({ searchParams }: ListPageProps) {
  const query = applicationList.read(await searchParams)
  const list = await loadApplicationList(query)
  return (
    <>
      <PageHeader
        title="Applications"
        actions={list.mayWrite && Object.keys(list.counts).length > 0 && <NewApplicationButton />}
      />
      <ApplicationList list={packPage(list)} query={query} />
    </>
  )
}
