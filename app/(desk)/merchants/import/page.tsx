import type { Metadata } from 'next'
import { ImportMerchants } from '@/components/merchants/import-merchants'
import { PageHeader } from '@/components/shell/page-header'
import { routes } from '@/lib/routes'
import { loadMerchantImport } from '@/lib/server/merchants/loaders'

export const metadata: Metadata = { title: 'Import merchants' }

export default async function ImportMerchantsPage() {
  await loadMerchantImport()
  return (
    <>
      <PageHeader
        title="Import merchants"
        subtitle="A second person confirms them before they can be funded."
        back={{ href: routes.merchants, label: 'Merchants' }}
      />
      <ImportMerchants />
    </>
  )
}
