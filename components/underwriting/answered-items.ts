import type { Difference } from '@/lib/domain/application/differences'
import { type DocumentSlot, type FiledDocument, filedPlaces } from '@/lib/domain/documents/document-plan'
import { type RequestItem, touchedItems } from '@/lib/domain/underwriting/request-items'
import type { RequestView } from '@/lib/server/cases/view'

/** A requested item with what happened at its place since: changed values and new documents. */
export type AnsweredItem = {
  item: RequestItem
  differences: readonly Difference[]
  documents: readonly { name: string; isRejected: boolean }[]
  /** Staff answered with documents only, and an underwriter has rejected all of them. */
  isRejected: boolean
}

type Paper = FiledDocument & { name: string; uploadedAt: string }

/** Each requested item with the changes at its place since the request. */
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
