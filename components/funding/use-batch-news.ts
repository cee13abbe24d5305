import { useState } from 'react'
import { useCounts } from '@/components/shell/counts'
import { fetchLive } from '@/components/shell/fetch-live'
import { usePoll } from '@/components/shell/use-live'
import { canEditBatch, nextBatchStatus } from '@/lib/domain/funding/batch'
import { routes } from '@/lib/routes'
import type { BatchProgress, BatchView } from '@/lib/server/funding/views'

/** People read for minutes before they approve. */
const EVERY_MS = 5_000

/**
 * What happened to a batch since this page was loaded, in words: edited, submitted, discarded, recalled, submitted
 * again with other amounts, approved, sent. Null if it is unchanged. `version`: of a draft's lines on the page;
 * null while they are being saved.
 */
export function useBatchNews(
  { id, status, contentSha256 }: Pick<BatchView, 'id' | 'status' | 'contentSha256'>,
  version: number | null,
): string | null {
  const [news, setNews] = useState<{ of: string; words: string | null }>({ of: '', words: null })
  const address = routes.api.fundingNews(id, status, contentSha256, canEditBatch(status) ? version : null)
  const { recount } = useCounts()
  const words = news.of === address ? news.words : null
  async function look(): Promise<string | null> {
    const answer = await fetchLive<BatchProgress>(address)
    if (!answer.ok) return answer.problem
    if (answer.value.changed !== words) void recount()
    setNews({ of: address, words: answer.value.changed })
    return null
  }
  // A recalled batch is soon submitted again, so polling goes on and the words stay correct.
  usePoll(look, canEditBatch(status) || nextBatchStatus(status, 'return') !== null, EVERY_MS)
  return words
}
