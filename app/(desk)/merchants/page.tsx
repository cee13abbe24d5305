import type { Metadata } from 'next'
import { MerchantFilters } from '@/components/merchants/merchant-filters'
import { MerchantList } from '@/components/merchants/merchant-list'
import { PageHeader } from '@/components/shell/page-header'
import { LinkButton } from '@/components/ui/button'
import type { ListPageProps } from '@/lib/domain/lists/list-query'
import { merchantList } from '@/lib/domain/merchants/merchant-list-query'
import { routes } from '@/lib/routes'
import { loadMerchantList } from '@/lib/server/merchants/loaders'

export const metadata: Metadata = { title: 'Merchants' }

export default async function MerchantsPage({ searchParams }: ListPageProps) {
  const query = merchantList.read(await searchParams)
  const view = await loadMerchantList(query)
  return (
    <>
      <PageHeader
        title="Merchants"
        subtitle="Who can be funded. A new or changed merchant counts once a second person confirms it."
        actions={
          view.mayWrite && (
            <>
              <LinkButton href={routes.importMerchants}>Import from CSV</LinkButton>
              <LinkButton variant="primary" href={routes.newMerchant}>
                Add merchant
              </LinkButton>
            </>
          )
        }
      />
      <div className="flex flex-col gap-3">
        <MerchantFilters query={query} mayConfirm={view.mayConfirm} />
        <MerchantList view={view} query={query} />
      </div>
    </>
  )
}
