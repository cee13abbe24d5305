import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { fetchChanged } from '@/components/shell/fetch-live'
import { usePoll } from '@/components/shell/use-live'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import type { PaymentLinkItem } from '@/lib/server/callbacks/hosted-link/views'
import type { CallbackLiveRows } from '@/lib/server/callbacks/log/views'
import { liveRowsAddress } from './callback-address'

/** Less often than on the page of one link, where a person waits for the sale. */
const EVERY_MS = 5_000

/** Reloads the page when a callback arrives for one of the listed links. Returns the problem if polling fails. */
export function useLiveLinks(links: readonly Pick<PaymentLinkItem, 'reference' | 'sales'>[]): string | null {
  const router = useRouter()
  const seen = useRef<string | null>(null)
  /** Not every callback becomes a sale of its link, so each one causes only one reload. */
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
