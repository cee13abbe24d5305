import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { z } from 'zod'
import { BatchPage } from '@/components/funding/batch-page'
import { loadBatch } from '@/lib/server/funding/loaders'

type Props = { params: Promise<{ id: string }> }

const requireId = async (params: Props['params']): Promise<string> => {
  const { id } = await params
  return z.uuid().safeParse(id).data ?? notFound()
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { number } = await loadBatch(await requireId(params))
  return { title: `B-${number}` }
}

export default async function FundingBatchPage({ params }: Props) {
  return <BatchPage batch={await loadBatch(await requireId(params))} />
}
