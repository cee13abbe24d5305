import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { fetchLines, saveLines } from './batch-requests'
import { type LinesState, NO_LINES } from './lines-state'
import { LinesStore } from './lines-store'

/**
 * The lines of a batch, with what is typed here saved soon after. `version` and `status` are those of the page around
 * them: where it knows of later ones than the lines have, these are read anew.
 */
export function useBatchLines(
  batchId: string,
  { version, status }: { version: number; status: string },
  onSaved: () => void,
): { store: LinesStore; lines: LinesState } {
  const saved = useEffectEvent(onSaved)
  const [store] = useState(
    () =>
      new LinesStore({
        read: () => fetchLines(batchId),
        save: (from, edits, isLeaving) => saveLines(batchId, from, edits, undefined, isLeaving),
      }),
  )
  const lines = useSyncExternalStore(store.subscribe, store.getState, () => NO_LINES)

  useEffect(() => {
    store.onSaved = () => saved()
    return () => {
      store.onSaved = () => {}
      // The page went without asking: what was typed is saved all the same.
      void store.flush(true)
    }
  }, [store])

  useEffect(() => {
    const { stored } = store.getState()
    if (!stored || version > stored.version || status !== stored.status) void store.reload()
  }, [store, version, status])

  return { store, lines }
}
