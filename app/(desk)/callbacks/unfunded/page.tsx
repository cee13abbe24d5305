import type { Metadata } from 'next'
import { AgeingTable } from '@/components/callbacks/ageing-table'
import { FundAllButton } from '@/components/callbacks/fund-all-button'
import { PageHeader } from '@/components/shell/page-header'
import { dayRuleWords } from '@/lib/domain/values/business-day'
import { routes } from '@/lib/routes'
import { loadAgeing } from '@/lib/server/sales/loaders'

export const metadata: Metadata = { title: 'Unfunded sales' }

export default async function UnfundedSalesPage() {
  const view = await loadAgeing()
  return (
    <>
      <PageHeader
        title="Unfunded sales"
        subtitle={`Approved sales that are in no batch, by age in business days (${dayRuleWords(view.dayRule)}).`}
        back={{ href: routes.callbacks, label: 'Callbacks' }}
        actions={view.mayFund && view.profiles.length > 0 && <FundAllButton view={view} />}
      />
      <AgeingTable view={view} />
    </>
  )
}
