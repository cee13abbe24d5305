import type { Metadata } from 'next'
import { NewBatchBoard } from '@/components/funding/new-batch-board'
import { PageHeader } from '@/components/shell/page-header'
import { routes } from '@/lib/routes'
import { loadNewBatch } from '@/lib/server/funding/loaders'

export const metadata: Metadata = { title: 'New batch' }

export default async function NewBatchPage() {
  const view = await loadNewBatch()
  return (
    <>
      <PageHeader
        title="New batch"
        subtitle="The desk checks every line first. Nothing is sent until someone else approves it."
        back={{ href: routes.funding, label: 'Funding' }}
      />
      <NewBatchBoard {...view} />
    </>
  )
}
