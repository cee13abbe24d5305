import type { CheckedEntry } from '@/lib/server/underwriting/loaders'

type Entry = Pick<CheckedEntry, 'confirmation' | 'doubt'> & {
  documents: readonly Pick<Paper, 'id' | 'isOpened'>[] | null
}
type Paper = NonNullable<CheckedEntry['documents']>[number]

/**
 * What of a group is confirmed together: what lacks a document takes a reason, what is in doubt a press of its own.
 * `ready`: what one press confirms now; `unopened`: ids of the documents that the rest waits for. `opened`: on this page,
 * since the desk was asked.
 */
export function groupConfirmation<E extends Entry>(
  entries: readonly E[],
  opened: ReadonlySet<string>,
): { together: E[]; ready: E[]; unopened: string[] } {
  const together = entries.filter(
    ({ confirmation, documents, doubt }) =>
      confirmation === null && documents?.length !== 0 && doubt === null,
  )
  const closed = ({ documents }: E) => unopenedOf(documents ?? [], opened)
  return {
    together,
    ready: together.filter((entry) => closed(entry).length === 0),
    unopened: [...new Set(together.flatMap((entry) => closed(entry).map(({ id }) => id)))],
  }
}

export const unopenedOf = <P extends Pick<Paper, 'id' | 'isOpened'>>(
  papers: readonly P[],
  opened: ReadonlySet<string>,
): P[] => papers.filter(({ id, isOpened }) => !isOpened && !opened.has(id))
