import type { Metadata } from 'next'
import { CallbackPage } from '@/components/callbacks/callback-page'
import { Comments } from '@/components/comments/comments'
import { loadCallback } from '@/lib/server/callbacks/log/loaders'
import { loadCallbackWays } from '@/lib/server/callbacks/log/ways-loaders'
import { loadComments } from '@/lib/server/comments/loaders'

type Props = { params: Promise<{ n: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { n, tranId } = await loadCallback((await params).n)
  return { title: tranId ?? `Callback ${n}` }
}

export default async function CallbackEventPage({ params }: Props) {
  const event = await loadCallback((await params).n)
  const comments = await loadComments({ type: 'callback', id: String(event.n) })
  return (
    <CallbackPage event={event} ways={await loadCallbackWays()} comments={<Comments view={comments} />} />
  )
}
