import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { applications } from '@/lib/db/schema/applications'
import { cleanSearch } from '@/lib/domain/application/list-query'
import { searchWords } from '@/lib/domain/application/search-words'
import { withCheckSuffix } from '@/lib/domain/values/record-id'

/** What a search may mean: any of these. */
export type Search = {
  /** Each begins a word of the names. */
  words: string[]
  number: number | null
  lastFour: string | null
  recordIds: string[]
}

/** Longer than what people type, and short enough for a word of PostgreSQL's. */
const MAX_WORD = 100

/** Null where nothing is searched for. */
export function toSearch(text: string): Search | null {
  const search = cleanSearch(text)
  if (search === '') return null
  return {
    words: searchWords(search)
      .split(' ')
      .filter(Boolean)
      .map((word) => [...word].slice(0, MAX_WORD).join('')),
    number: Number(/^a?-?(\d{1,8})$/i.exec(search)?.[1] ?? Number.NaN) || null,
    // Also as a page shows a tax id: ••-•••6789.
    lastFour: /^[•*x\s-]*(\d{4})$/i.exec(search)?.[1] ?? null,
    recordIds: spellings(search),
  }
}

/** A record id is the same with and without its check suffix. */
function spellings(search: string): string[] {
  if (!/^[A-Za-z0-9]{15,18}$/.test(search)) return []
  const short = search.slice(0, 15)
  return [
    ...new Set([
      search,
      ...(search.length === 16 || search.length === 17 ? [] : [short, withCheckSuffix(short)]),
    ]),
  ]
}

/** By indexes alone. The words' expression is that of the index `applications_words`. */
export const searchedWhole = (search: Search): SQL | undefined =>
  searched(
    search,
    search.words.length > 0
      ? sql`to_tsvector('simple', ${applications.merchantWords} || ' ' || ${applications.contactWords}) @@ to_tsquery('simple', ${search.words.map((word) => `${word}:*`).join(' & ')})`
      : undefined,
  )

/** The same, told from the words themselves: a tenth of the time for a row that has to be looked at anyhow. */
export const searchedNearby = (search: Search): SQL | undefined =>
  searched(
    search,
    and(
      ...search.words.map(
        (word) =>
          sql`' ' || ${applications.merchantWords} || ' ' || ${applications.contactWords} like ${`% ${word}%`}`,
      ),
    ),
  )

/** Signs alone (“%%”) have no word, and find nothing. */
const searched = ({ number, lastFour, recordIds }: Search, words: SQL | undefined): SQL | undefined =>
  or(
    sql`false`,
    words,
    number === null ? undefined : eq(applications.number, number),
    lastFour === null ? undefined : eq(applications.taxIdLast4, lastFour),
    ...(recordIds.length > 0
      ? [inArray(applications.opportunityId, recordIds), inArray(applications.accountId, recordIds)]
      : []),
  )
