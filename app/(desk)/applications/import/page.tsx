import type { Metadata } from 'next'
import { ImportBoard } from '@/components/applications/import-board'
import { PageHeader } from '@/components/shell/page-header'
import { routes } from '@/lib/routes'
import { loadImportContext } from '@/lib/server/applications/import-loaders'

export const metadata: Metadata = { title: 'Import applications' }

export default async function ImportApplicationsPage() {
  const services = await loadImportContext()
  return (
    <>
      <PageHeader
        title="Import applications"
        subtitle="Creates many drafts from one CSV, XLSX or JSON file."
        back={{ href: routes.applications, label: 'Applications' }}
      />
      <ImportBoard {...services} />
    </>
  )
}
