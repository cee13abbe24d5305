import type { Metadata } from 'next'
import { NewMerchantForm } from '@/components/merchants/new-merchant-form'
import { PageHeader } from '@/components/shell/page-header'
import { routes } from '@/lib/routes'
import { loadNewMerchant } from '@/lib/server/merchants/loaders'

export const metadata: Metadata = { title: 'Add merchant' }

export default async function NewMerchantPage({
  searchParams,
}: {
  searchParams: Promise<{ application?: string | string[] }>
}) {
  const { application } = await searchParams
  const start = await loadNewMerchant(typeof application === 'string' ? application : null)
  return (
    <>
      <PageHeader title="Add merchant" back={{ href: routes.merchants, label: 'Merchants' }} />
      <NewMerchantForm {...start} />
    </>
  )
}
