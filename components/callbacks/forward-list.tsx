'use client'

import { useRouter } from 'next/navigation'
import { usePoll } from '@/components/shell/use-live'
import type { ForwardView } from '@/lib/server/callbacks/forwarding/views'
import { ForwardItem } from './forward-item'

/** The messages about one event. While one is waiting, the page polls its status. */
export function ForwardList({
  forwards,
  mayReplay,
}: {
  forwards: readonly ForwardView[]
  mayReplay: boolean
}) {
  useRefreshWhileWaiting(forwards)
  return (
    <ul>
      {forwards.map((forward) => (
        <ForwardItem key={forward.id} forward={forward} mayReplay={mayReplay} />
      ))}
    </ul>
  )
}

export function useRefreshWhileWaiting(forwards: readonly Pick<ForwardView, 'state'>[]): void {
  const router = useRouter()
  usePoll(
    async () => {
      router.refresh()
      return null
    },
    forwards.some(({ state }) => state === 'waiting'),
  )
}
