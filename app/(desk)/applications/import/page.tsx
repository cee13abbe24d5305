import type { Metadata } from 'next'
import { ImportBoard } from '@/components/applications/import-board'
import { PageHeader } from '@/components/shell/page-header'
import { routes } from '@/lib/routes'
import { loadImportWorld } from '@/lib/server/applications/import-loaders'

export const metadata: Metadata = { title: 'Import applications' }

export default async function ImportApplicationsPage() {
  const world = await loadImportWorld()
  return (
    <>
      <PageHeader
        title="Import applications"
        subtitle="Many drafts from one CSV or JSON file, each to be completed and submitted by itself."
        back={{ href: routes.applications, label: 'Applications' }}
      />
      <ImportBoard {...world} />
    </>
  )
}
