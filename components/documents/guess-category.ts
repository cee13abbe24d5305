import { type DocumentCategory, isDocumentCategory } from '@/lib/domain/documents/document-kinds'
import { categoryOfSlot, type DocumentSlot } from '@/lib/domain/documents/document-plan'

/** Where a file is filed: a category, and a slot of the plan if it fills one. */
export type Filing = { category: DocumentCategory; slot: string | null }

/** `replaces`: the document in the slot that it replaces. */
export type NewFiling = Filing & { replaces?: string | null }

/** The filing for a slot's ID, or for a category. */
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
 * The category that a file's name suggests, else "other". What is missing from the plan suggests nothing: if a scan
 * filled the last open slot by itself, everybody would believe that the document is there.
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
 * The open slot that a file's name suggests: that of the one person it names, else the first of its category. With
 * several people and no name, it stays unassigned until somebody chooses: nobody would notice an ID filed for the
 * wrong person.
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
