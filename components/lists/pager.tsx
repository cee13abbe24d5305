import type { Route } from 'next'
import { LinkButton } from '@/components/ui/button'
import type { ListCursor } from '@/lib/domain/lists/list-query'

type Words = { first: string; before: string; after: string }

/** Most lists are sorted by time, latest first. */
const LATEST_FIRST: Words = { first: 'Newest', before: 'Newer', after: 'Older' }
export const IN_ORDER: Words = { first: 'First', before: 'Previous', after: 'Next' }

/** Links to the previous, next and first page. */
export function Pager<Key>({
  page: { before, after },
  cursor,
  addressAt,
  words = LATEST_FIRST,
}: {
  page: { before: Key | null; after: Key | null }
  /** The cursor of the current page. */
  cursor: ListCursor<Key> | null
  addressAt: (cursor: ListCursor<Key> | null) => Route
  words?: Words
}) {
  if (!before && !after && !cursor) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-between gap-2">
      <div className="flex gap-2">
        {cursor && <LinkButton href={addressAt(null)}>{words.first}</LinkButton>}
        {before && <LinkButton href={addressAt({ side: 'before', ...before })}>{words.before}</LinkButton>}
      </div>
      {after && <LinkButton href={addressAt({ side: 'after', ...after })}>{words.after}</LinkButton>}
    </nav>
  )
}
