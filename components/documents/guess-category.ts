import { type DocumentCategory, isDocumentCategory } from '@/lib/domain/documents/document-kinds'
import { categoryOfSlot, type DocumentSlot } from '@/lib/domain/documents/document-plan'

/** What a file is added as: a category, and a slot of the plan where it fills one. */
export type Filing = { category: DocumentCategory; slot: string | null }

/** `replaces`: the document whose place in the slot it takes. */
export type NewFiling = Filing & { replaces?: string | null }

/** The filing of a slot, or of a category alone, by its id. */
export function filingOf(id: string): Filing {
  const category = categoryOfSlot(id)
  return { category: isDocumentCategory(category) ? category : 'other', slot: id === category ? null : id }
}

const WORDS: readonly [RegExp, DocumentCategory][] = [
  [/void|che(ck|que)|bank (confirmation )?letter|letter (of|from) (the )?bank/, 'voided-check'],
  [/(process|merchant|card|acquir)\w* (\w+ )?statement/, 'processing-statement'],
  [/statement/, 'bank-statement'],
  [/passport|licen[cs]e|\bids?\b|identity|\bdl\b/, 'identity'],
  [
    /articles?|incorporat|organi[sz]ation|formation|partnership|operating agreement|determination|charter|501|\birs\b/,
    'formation-papers',
  ],
]

/**
 * The category that a file's name suggests; else "other". What happens to be missing suggests nothing: a scan that
 * fills the last open slot by itself has everybody believe that the paper is there.
 */
export function guessCategory(name: string): DocumentCategory {
  const words = wordsOf(name)
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'other'
}

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')

/**
 * The open slot that a file's name suggests: that of the one person whom it names, else the first of its category.
 * Among several people it is nobody's until somebody says whose: one's ID filed as another's would be told nowhere.
 */
export function guessFiling(name: string, open: readonly DocumentSlot[]): Filing {
  const category = guessCategory(name)
  const slots = open.filter((slot) => slot.category === category)
  const words = wordsOf(name).split(' ')
  const named = slots.filter(({ label }) =>
    wordsOf(label.slice(label.indexOf(':') + 1))
      .split(' ')
      .some((word) => word.length > 1 && label.includes(':') && words.includes(word)),
  )
  if (named.length === 1) return { category, slot: named[0]?.id ?? null }
  if (category === 'identity' && slots.length > 1) return { category, slot: OWNER_UNKNOWN }
  return { category, slot: slots[0]?.id ?? null }
}

/** An ID that fills no person's slot. */
export const OWNER_UNKNOWN = 'identity:other'
