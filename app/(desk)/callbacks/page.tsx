import type { Metadata } from 'next'
import { CallbackLog } from '@/components/callbacks/callback-log'
import { PageHeader } from '@/components/shell/page-header'
import { LinkButton } from '@/components/ui/button'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import type { ListPageProps } from '@/lib/domain/lists/list-query'
import { packPage } from '@/lib/domain/lists/packed-rows'
import { routes } from '@/lib/routes'
import { loadCallbackList } from '@/lib/server/callbacks/log/loaders'
import { loadCallbackWays } from '@/lib/server/callbacks/log/ways-loaders'

export const metadata: Metadata = { title: 'Callbacks' }

export default async function CallbacksPage({ searchParams }: ListPageProps) {
  const query = callbackList.read(await searchParams)
  const [view, ways] = await Promise.all([loadCallbackList(query), loadCallbackWays()])
  return (
    <>
      <PageHeader
        title="Callbacks"
        subtitle="Sales reported by the processor, newest first."
        actions={
          <>
            {ways.batches && <LinkButton href={routes.unfundedSales}>Unfunded by merchant</LinkButton>}
            {ways.links && <LinkButton href={routes.hostedPaymentLink}>Payment link</LinkButton>}
          </>
        }
      />
      <CallbackLog packed={packPage(view)} query={query} ways={ways} />
    </>
  )
}
