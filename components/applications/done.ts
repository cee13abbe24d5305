import type { DeskAction } from '@/components/forms/use-desk-action'
import type { RowsResult } from '@/lib/server/applications/change-rows'

/** What was just done with an application, and how to undo it. */
export type Done = {
  applicationId: string
  /** What was done, and what it says after undoing. */
  title: string
  undone: string
  undo: () => ReturnType<DeskAction<never, RowsResult>>
}

/** The button that did it often disappears, so the page shows the notice elsewhere. */
const pages = new Set<(done: Done) => void>()

export function onDone(page: (done: Done) => void): () => void {
  pages.add(page)
  return () => void pages.delete(page)
}

export const tellDone = (done: Done): void => {
  for (const page of pages) page(done)
}
