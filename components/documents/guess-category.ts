import type { DocumentCategory } from '@/lib/domain/documents/document-kinds'

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
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
  const named = WORDS.find(([pattern]) => pattern.test(words))?.[1]
  return named ?? (missing.length === 1 ? missing[0] : undefined) ?? 'other'
}
