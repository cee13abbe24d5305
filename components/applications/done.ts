import type { DeskAction } from '@/components/forms/use-desk-action'
import type { RowsResult } from '@/lib/server/applications/change-rows'

/** What was just done with an application, and what takes it back. */
export type Done = {
  applicationId: string
  /** In words, and in words once it is taken back. */
  title: string
  undone: string
  undo: () => ReturnType<DeskAction<never, RowsResult>>
}

/** The button that did it is often gone with it: the page tells it elsewhere. */
const pages = new Set<(done: Done) => void>()

export function onDone(page: (done: Done) => void): () => void {
  pages.add(page)
  return () => void pages.delete(page)
}

export const tellDone = (done: Done): void => {
  for (const page of pages) page(done)
}
