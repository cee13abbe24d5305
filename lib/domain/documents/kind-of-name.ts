import { DOCUMENT_CATEGORIES, type DocumentCategory } from './document-kinds'

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
 * The category that a file's name suggests; otherwise "other". Never guessed from what is missing: if any scan filled
 * the last open slot, everybody would believe that the document is there.
 */
export function guessCategory(name: string): DocumentCategory {
  const words = wordsOf(name)
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'other'
}

/** `DriversLicense-front.jpg` → `drivers license front jpg`. */
export const wordsOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')

/** A sentence if a file's name suggests another kind of document than it is filed as; otherwise null. */
export function otherKindWords(name: string, category: string): string | null {
  const words = wordsOf(name)
  const kinds = WORDS.filter(([pattern]) => pattern.test(words)).map(([, kind]) => kind)
  const [other] = kinds
  if (other === undefined || kinds.some((kind) => kind === category)) return null
  const label = DOCUMENT_CATEGORIES.find(({ slug }) => slug === other)?.label ?? other
  return `The file name suggests another kind of document: ${label.toLowerCase()}`
}
