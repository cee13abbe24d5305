import { Button } from '@/components/ui/button'
import type { useParts } from './use-parts'

/**
 * The end of a list that is loaded in parts: a button for the next part, or an error. `read`: how much is loaded.
 */
export function PartsEnd({
  parts: { items, hasMore, busy, problem, load },
  read = '',
}: {
  parts: Omit<ReturnType<typeof useParts>, 'rows'>
  read?: string
}) {
  const hasBegun = items !== null || problem !== null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3 text-muted">
      <p role="status">{hasBegun ? read : busy && 'Loading…'}</p>
      {hasMore && hasBegun && (
        <Button size="small" busy={busy} onClick={load}>
          {problem === null ? 'Show more' : 'Try again'}
        </Button>
      )}
      {problem && (
        <p role="alert" className="text-bad-ink">
          {problem}
        </p>
      )}
    </div>
  )
}
