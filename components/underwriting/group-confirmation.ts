import type { CheckedEntry } from '@/lib/server/underwriting/loaders'

type Entry = Pick<CheckedEntry, 'confirmation' | 'doubt'> & {
  documents: readonly Pick<Paper, 'id' | 'isOpened'>[] | null
}
type Paper = NonNullable<CheckedEntry['documents']>[number]

/**
 * Which entries of a group are confirmed together. Entries without a document need a reason, and doubtful ones are
 * confirmed by themselves. `ready`: keys that one press confirms now. `unopened`: IDs of documents that the others
 * wait for. `opened`: documents opened on this page since it was loaded.
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
