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
 * The open slot that a file's name suggests: the slot of the one person or account that it names, otherwise the first of
 * its category. If the plan has several people or accounts, someone has to choose, even if only one slot is still open:
 * nothing would reveal an ID that is filed under the wrong person.
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

/** Words that appear in the name of any bank, so they identify none. */
const COMMON = ['bank', 'account', 'check', 'the', 'of']

/** Follows the category if no one has chosen a person or account yet. */
const OWNER_UNKNOWN = ':other'

/** Asks whose file this is, while a person or account still lacks one; null if there is nothing to choose. */
export function ownerQuestion(
  slot: string | null,
  open: readonly Pick<DocumentSlot, 'category' | 'of'>[],
): string | null {
  const wanted = open.find(({ category, of }) => of !== undefined && slot === `${category}${OWNER_UNKNOWN}`)
  if (!wanted) return null
  return wanted.category === 'identity' ? 'Choose whose ID this is.' : 'Choose which account this is for.'
}
