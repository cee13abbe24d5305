import type { Metadata } from 'next'
import { readCallbackAddress } from '@/components/callbacks/callback-address'
import { CallbackLog } from '@/components/callbacks/callback-log'
import { PageHeader } from '@/components/shell/page-header'
import { LinkButton } from '@/components/ui/button'
import { routes } from '@/lib/routes'
import { loadCallbackList } from '@/lib/server/callbacks/loaders'
import { loadCallbackWays } from '@/lib/server/callbacks/ways-loaders'

export const metadata: Metadata = { title: 'Callbacks' }

export default async function CallbacksPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const query = readCallbackAddress(await searchParams)
  const [view, ways] = await Promise.all([loadCallbackList(query), loadCallbackWays()])
  return (
    <>
      <PageHeader
        title="Callbacks"
        subtitle="Every sale that the partner told us of, latest first, and where its money is."
        actions={
          <>
            <LinkButton href={routes.unfundedSales}>Unfunded by merchant</LinkButton>
            {ways.links && <LinkButton href={routes.hostedPaymentLink}>Payment link</LinkButton>}
          </>
        }
      />
      <CallbackLog view={view} query={query} ways={ways} />
    </>
  )
}
