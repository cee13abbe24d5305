import { type DocumentCategory, isDocumentCategory } from '@/lib/domain/documents/document-kinds'
import { categoryOfSlot, type DocumentSlot } from '@/lib/domain/documents/document-plan'
import { guessCategory, wordsOf } from '@/lib/domain/documents/kind-of-name'

/** Where a file is filed: a category, and a slot of the plan if it fills one. */
export type Filing = { category: DocumentCategory; slot: string | null }

/** `replaces`: the document in the slot that it replaces. */
export type NewFiling = Filing & { replaces?: string | null }

/** The filing for a slot's ID, or for a category. */
export function filingOf(id: string): Filing {
  const category = categoryOfSlot(id)
  return { category: isDocumentCategory(category) ? category : 'other', slot: id === category ? null : id }
}

/**
 * The open slot that a file's name suggests: that of the one person or account that it names, else the first of its
 * category. Of several people, or accounts, it is nobody's until somebody says whose, also where only one is still open:
 * one's ID filed as another's would be told nowhere.
 */
export function guessFiling(
  name: string,
  open: readonly DocumentSlot[],
  plan: readonly DocumentSlot[],
): Filing {
  const category = guessCategory(name)
  const slots = open.filter((slot) => slot.category === category)
  const words = wordsOf(name).split(' ')
  const named = slots.filter(({ label }) =>
    wordsOf(label.slice(label.indexOf(':') + 1))
      .split(' ')
      .some(
        (word) => word.length > 1 && label.includes(':') && !COMMON.includes(word) && words.includes(word),
      ),
  )
  if (named.length === 1) return { category, slot: named[0]?.id ?? null }
  const isOfSeveral = plan.filter((slot) => slot.category === category && slot.of !== undefined).length > 1
  if (isOfSeveral && slots.length > 0) return { category, slot: `${category}${OWNER_UNKNOWN}` }
  return { category, slot: slots[0]?.id ?? null }
}

/** In the name of any bank. */
const COMMON = ['bank', 'account', 'check', 'the', 'of']

/** Behind the category of a file that fills no person's, and no account's, slot. */
const OWNER_UNKNOWN = ':other'

/** What has to be chosen of a file that is nobody's yet, while somebody's is missing; null where nothing has. */
export function ownerQuestion(
  slot: string | null,
  open: readonly Pick<DocumentSlot, 'category' | 'of'>[],
): string | null {
  const wanted = open.find(({ category, of }) => of !== undefined && slot === `${category}${OWNER_UNKNOWN}`)
  if (!wanted) return null
  return wanted.category === 'identity' ? 'Choose whose ID this is.' : 'Choose which account this is for.'
}
