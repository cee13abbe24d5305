import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { z } from 'zod'
import { Comments } from '@/components/comments/comments'
import { BatchPage } from '@/components/funding/batch-page'
import { loadComments } from '@/lib/server/comments/loaders'
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
  const id = await requireId(params)
  const batch = await loadBatch(id)
  const comments = await loadComments({ type: 'funding-batch', id })
  return <BatchPage batch={batch} comments={<Comments view={comments} />} />
}
