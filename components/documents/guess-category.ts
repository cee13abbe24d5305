import { type DocumentCategory, isDocumentCategory } from '@/lib/domain/documents/document-kinds'
import { categoryOfSlot, type DocumentSlot } from '@/lib/domain/documents/document-plan'

/** What a file is added as: a category, and a slot of the plan where it fills one. */
export type Filing = { category: DocumentCategory; slot: string | null }

/** The filing of a slot, or of a category alone, by its id. */
export function filingOf(id: string): Filing {
  const category = categoryOfSlot(id)
  return { category: isDocumentCategory(category) ? category : 'other', slot: id === category ? null : id }
}

const WORDS: readonly [RegExp, DocumentCategory][] = [
  [/void|che(ck|que)/, 'voided-check'],
  [/(process|merchant|card|acquir)\w* (\w+ )?statement/, 'processing-statement'],
  [/statement/, 'bank-statement'],
  [/passport|licen[cs]e|\bids?\b|identity|\bdl\b/, 'identity'],
  [
    /articles?|incorporat|organi[sz]ation|formation|partnership|operating agreement|determination|charter|501/,
    'formation-papers',
  ],
]

/** The category that a file's name suggests; else the only one that the plan still misses; else "other". */
export function guessCategory(name: string, missing: readonly DocumentCategory[]): DocumentCategory {
  const words = wordsOf(name)
  const named = WORDS.find(([pattern]) => pattern.test(words))?.[1]
  return named ?? (missing.length === 1 ? missing[0] : undefined) ?? 'other'
}

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')

/** The open slot that a file's name suggests: that of the person whom it names, else the first of its category. */
export function guessFiling(name: string, open: readonly DocumentSlot[]): Filing {
  const category = guessCategory(name, [...new Set(open.map((slot) => slot.category))])
  const slots = open.filter((slot) => slot.category === category)
  const words = wordsOf(name).split(' ')
  const named = slots.find(({ label }) =>
    wordsOf(label.slice(label.indexOf(':') + 1))
      .split(' ')
      .some((word) => word.length > 1 && label.includes(':') && words.includes(word)),
  )
  return { category, slot: (named ?? slots[0])?.id ?? null }
}
