import type { Difference } from '@/lib/domain/application/differences'
import { type DocumentSlot, type FiledDocument, filedPlaces } from '@/lib/domain/documents/document-plan'
import { type RequestItem, touchedItems } from '@/lib/domain/underwriting/request-items'
import type { RequestView } from '@/lib/server/cases/view'

/** Something that was asked, with what became of its place since: changed values, and new documents. */
export type AnsweredItem = {
  item: RequestItem
  differences: readonly Difference[]
  documents: readonly { name: string; isRejected: boolean }[]
  /** Its answer was documents alone, and an underwriter rejected all of them since. */
  isRejected: boolean
}

type Paper = FiledDocument & { name: string; uploadedAt: string }

/** Each thing that was asked, with what was changed at its place since. */
export const answeredItems = (
  { items, differences, askedAt, answer }: Pick<RequestView, 'items' | 'differences' | 'askedAt' | 'answer'>,
  documents: readonly Paper[],
  plan: readonly DocumentSlot[],
): AnsweredItem[] =>
  items.map((item) => {
    const changed = differences.filter((difference) => isAbout(item, difference))
    const came = filedPlaces(plan, documents)
      .filter(
        ({ document: { uploadedAt }, places }) =>
          uploadedAt > askedAt &&
          (answer === null || uploadedAt <= answer.at) &&
          touchedItems([item], { differences: [], documents: places }).length > 0,
      )
      .map(({ document: { name, decision } }) => ({ name, isRejected: decision?.verdict === 'rejected' }))
    const isAnswer = item.state === 'answered' || item.state === 'accepted'
    const isOfDocuments = !item.answer && changed.length === 0 && came.length > 0
    return {
      item,
      differences: changed,
      documents: came,
      isRejected: isAnswer && isOfDocuments && came.every(({ isRejected }) => isRejected),
    }
  })

export const isAbout = (item: RequestItem, difference: Difference): boolean =>
  touchedItems([item], { differences: [difference], documents: [] }).length > 0
