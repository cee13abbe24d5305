import type { Metadata } from 'next'
import { readLinkAddress } from '@/components/callbacks/link-address'
import { LinkBoard } from '@/components/callbacks/link-board'
import { PageHeader } from '@/components/shell/page-header'
import { routes } from '@/lib/routes'
import { loadPaymentLinks } from '@/lib/server/callbacks/hosted-link/loaders'

export const metadata: Metadata = { title: 'Payment links' }

export default async function PaymentLinkPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const view = await loadPaymentLinks(readLinkAddress(await searchParams))
  return (
    <>
      <PageHeader
        title="Payment links"
        subtitle="Links to the processor’s payment page and their sales."
        back={{ href: routes.callbacks, label: 'Callbacks' }}
      />
      <LinkBoard view={view} />
    </>
  )
}
