import type { Metadata } from 'next'
import { ApplicationList } from '@/components/applications/application-list'
import { readListAddress } from '@/components/applications/application-list-address'
import { NewApplicationButton } from '@/components/applications/application-list-new'
import { PageHeader } from '@/components/shell/page-header'
import { loadApplicationList } from '@/lib/server/applications/list-loaders'

export const metadata: Metadata = { title: 'Applications' }

export default async function ApplicationsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const query = readListAddress(await searchParams)
  const list = await loadApplicationList(query)
  return (
    <>
      <PageHeader
        title="Applications"
        subtitle="Latest change first."
        actions={list.mayWrite && Object.keys(list.counts).length > 0 && <NewApplicationButton />}
      />
      <ApplicationList list={list} query={query} />
    </>
  )
}
