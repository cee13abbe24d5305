import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { fetchChanged } from '@/components/shell/fetch-live'
import { usePoll } from '@/components/shell/use-live'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import type { PaymentLinkItem } from '@/lib/server/callbacks/hosted-link/views'
import type { CallbackLiveRows } from '@/lib/server/callbacks/log/views'
import { liveRowsAddress } from './callback-address'

/** Nobody waits at the list as at one link. */
const EVERY_MS = 5_000

/** Has the page read anew once something comes in for a link that it shows. Gives what stands against that. */
export function useLiveLinks(links: readonly Pick<PaymentLinkItem, 'reference' | 'sales'>[]): string | null {
  const router = useRouter()
  const seen = useRef<string | null>(null)
  /** Not every callback becomes a sale of its link: each is asked about once. */
  const asked = useRef(new Set<number>())
  async function look(): Promise<string | null> {
    const answer = await fetchChanged<CallbackLiveRows>(liveRowsAddress(callbackList.all), seen.current)
    if (!answer.ok) return answer.problem
    const { changed, tag } = answer.value
    seen.current = tag
    const references = new Set(links.map(({ reference }) => reference).filter(Boolean))
    const known = new Set(links.flatMap(({ sales }) => sales.map(({ n }) => n)))
    const fresh = (changed?.items ?? []).filter(
      ({ n, clientRefNumber }) => references.has(clientRefNumber) && !known.has(n) && !asked.current.has(n),
    )
    for (const { n } of fresh) asked.current.add(n)
    if (fresh.length > 0) router.refresh()
    return null
  }
  return usePoll(look, links.length > 0, EVERY_MS).problem
}
