import type { Metadata } from 'next'
import { MerchantPage } from '@/components/merchants/merchant-page'
import { loadMerchant } from '@/lib/server/merchants/loaders'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name, merchantId } = await loadMerchant((await params).id)
  return { title: `${name} ${merchantId}` }
}

export default async function OneMerchantPage({ params }: Props) {
  return <MerchantPage merchant={await loadMerchant((await params).id)} />
}
