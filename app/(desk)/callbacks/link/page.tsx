import type { Metadata } from 'next'
import { readLinkAddress } from '@/components/callbacks/link-address'
import { LinkBoard } from '@/components/callbacks/link-board'
import { PageHeader } from '@/components/shell/page-header'
import { routes } from '@/lib/routes'
import { loadHostedLink } from '@/lib/server/callbacks/hosted-link-loaders'

export const metadata: Metadata = { title: 'Payment link' }

export default async function PaymentLinkPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const view = await loadHostedLink(readLinkAddress(await searchParams))
  return (
    <>
      <PageHeader
        title="Payment link"
        subtitle="A link to the partner's payment page. The sale is shown here when it comes back."
        back={{ href: routes.callbacks, label: 'Callbacks' }}
      />
      <LinkBoard view={view} />
    </>
  )
}
