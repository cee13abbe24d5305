import { countedAs } from '@/lib/domain/access/trusted-proxies'

/** Refusals allowed per address: a burst, and then so many per second. */
const BURST = 200
const PER_SECOND = 50
const MAX_ADDRESSES = 10_000

/**
 * Counts refusals per address with a token bucket. Once `isSpent`, a sender who tries keys by the thousand is told to
 * wait. Requests with a valid key are never counted.
 */
export function createRefusalLimit(now: () => number = performance.now.bind(performance)) {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    isSpent(caller: string): boolean {
      const address = countedAs(caller)
      const at = now()
      const bucket = buckets.get(address)
      const left = bucket ? Math.min(BURST, bucket.left + ((at - bucket.at) / 1_000) * PER_SECOND) : BURST
      // Reinserted, so that the map's first key is the address refused longest ago.
      buckets.delete(address)
      buckets.set(address, { left: Math.max(0, left - 1), at })
      if (buckets.size > MAX_ADDRESSES) {
        const [oldest = ''] = buckets.keys()
        buckets.delete(oldest)
      }
      return left < 1
    },
  }
}
