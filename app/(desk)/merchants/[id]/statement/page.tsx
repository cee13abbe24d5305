import type { Metadata } from 'next'
import { MerchantStatement } from '@/components/merchants/merchant-statement'
import type { SearchParams } from '@/lib/domain/lists/list-query'
import { statementList } from '@/lib/domain/merchants/statement-query'
import { loadStatement } from '@/lib/server/merchants/loaders'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export const metadata: Metadata = { title: 'Merchant statement' }

export default async function StatementPage({ params, searchParams }: Props) {
  const query = statementList.read(await searchParams)
  return <MerchantStatement view={await loadStatement((await params).id, query)} query={query} />
}
