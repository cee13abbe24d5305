import { readAnswer } from '@/components/forms/action-answer'
import { normalSplit } from '@/lib/domain/merchants/default-split'
import { readSplitAction } from '@/lib/server/merchants/actions'
import type { DefaultSplit } from './stored-split'

/**
 * The default split of the first of these merchants that has one; null if none has, or if the desk does not answer.
 */
export async function findDefaultSplit(merchantIds: Iterable<string>): Promise<DefaultSplit | null> {
  for (const merchantId of merchantIds) {
    const called = await readAnswer(readSplitAction({ merchantId }))
    const split = normalSplit(merchantId, (called.ok && called.data) || [])
    if (split.length > 0) return { merchantId, split }
  }
  return null
}
