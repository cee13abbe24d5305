import type { Metadata } from 'next'
import { CallbackPage } from '@/components/callbacks/callback-page'
import { loadCallback } from '@/lib/server/callbacks/log/loaders'
import { loadCallbackWays } from '@/lib/server/callbacks/log/ways-loaders'

type Props = { params: Promise<{ n: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { n, tranId } = await loadCallback((await params).n)
  return { title: tranId ?? `Callback ${n}` }
}

export default async function CallbackEventPage({ params }: Props) {
  const event = await loadCallback((await params).n)
  return <CallbackPage event={event} ways={await loadCallbackWays()} />
}
